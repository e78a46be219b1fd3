import { describe, expect, it } from 'vitest';
import { availabilityOf } from './product-linked-data.ts';

describe('availabilityOf', () => {
  it.each([
    [0, 'OutOfStock'],
    [1, 'LimitedAvailability'],
    [5, 'LimitedAvailability'],
    [6, 'InStock'],
  ])('for %i units in stock returns %s', (quantity, word) => {
    expect(availabilityOf({ quantity }, 5)).toBe(`https://schema.org/${word}`);
  });
});
