import { describe, expect, it } from 'vitest';
import { exceptionText, orderTermsText } from './return-text.ts';

const saree = { productName: 'Gulnar saree' };
const suit = { productName: 'Ajrakh suit', returnable: false, cancellable: false };
const claim =
  'If it arrives damaged or is not what you ordered, please tell us within 48 hours of delivery if you can, and in any case within 7 days.';

describe('the sentences of a product', () => {
  it('are empty for a product with the usual terms', () => {
    expect(exceptionText({}, 7)).toBe('');
  });

  it('exclude a change of mind and cancellation, but allow a return of a faulty or wrong product [S-POL-16 S-POL-17]', () => {
    expect(exceptionText(suit, 7)).toBe(
      `This piece cannot be returned for a change of mind. ${claim} This piece cannot be cancelled once ordered.`,
    );
  });
});

it('a product’s sentence names one period for reporting a fault if the return period is at most 48 hours', () => {
  expect(exceptionText(suit, 1)).toContain('please tell us within 24 hours of delivery.');
});

describe('the sentences about returns at the checkout', () => {
  it('offer a return for products with the usual terms', () => {
    expect(orderTermsText([saree], 7)).toBe('Return available for 7 days after delivery.');
  });

  it('name each product with other terms once', () => {
    expect(orderTermsText([saree, suit, suit], 7)).toBe(
      `Return available for 7 days after delivery. Ajrakh suit cannot be returned for a change of mind. ${claim.replace('it arrives', 'a piece arrives')} ` +
        'Ajrakh suit cannot be cancelled once ordered.',
    );
  });

  it('offer no return if none of the products can be returned', () => {
    expect(orderTermsText([suit], 7)).not.toContain('Return available');
  });
});
