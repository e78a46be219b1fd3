import { describe, expect, it } from 'vitest';
import { exceptionText, orderTermsText } from './return-text.ts';

const saree = { productName: 'Gulnar saree' };
const suit = { productName: 'Ajrakh suit', returnable: false, cancellable: false };
const claim =
  'If it arrives damaged or is not what you ordered, please tell us within 48 hours of delivery if you can, and in any case within 7 days.';

describe('the sentences of a product', () => {
  it('say nothing about a product with the usual terms', () => {
    expect(exceptionText({}, 7)).toBe('');
  });

  it('exclude a change of mind and cancelling, and allow a claim [S-POL-16 S-POL-17]', () => {
    expect(exceptionText(suit, 7)).toBe(
      `This piece cannot be returned for a change of mind. ${claim} It cannot be cancelled once ordered.`,
    );
  });
});

it('names one time for a claim if the return period is at most 48 hours', () => {
  expect(exceptionText(suit, 1)).toContain('please tell us within 24 hours of delivery.');
});

describe('the sentences of the checkout', () => {
  it('offer the return of products with the usual terms', () => {
    expect(orderTermsText([saree], 7)).toBe('Return available for 7 days after delivery.');
  });

  it('name the products with other terms, each once', () => {
    expect(orderTermsText([saree, suit, suit], 7)).toBe(
      `Return available for 7 days after delivery. Ajrakh suit cannot be returned for a change of mind. ${claim} ` +
        'Ajrakh suit cannot be cancelled once ordered.',
    );
  });

  it('offer no return if no product can be returned', () => {
    expect(orderTermsText([suit], 7)).not.toContain('Return available');
  });
});
