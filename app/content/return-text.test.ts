import { describe, expect, it } from 'vitest';
import { exceptionText, orderTermsText } from './return-text.ts';

const saree = { productName: 'Gulnar saree' };
const suit = { productName: 'Ajrakh suit', returnable: false, cancellable: false };
const claim =
  'If it arrives damaged or is not what you ordered, please tell us within 48 hours of delivery if you can, and in any case within 7 days.';

describe('the sentences about the return of a product', () => {
  it('exclude returns for a change of mind and cancellation only if its terms do [S-POL-16 S-POL-17]', () => {
    expect(exceptionText({}, 7)).toBe('');
    expect(exceptionText(suit, 7)).toBe(
      `This piece cannot be returned for a change of mind. ${claim} This piece cannot be cancelled once ordered.`,
    );
  });
});

it('the period for reporting a fault is the return period if that is at most 48 hours', () => {
  expect(exceptionText(suit, 1)).toContain('please tell us within 24 hours of delivery.');
});

describe('the sentences about returns at the checkout', () => {
  it('offer a return for products with the usual terms', () => {
    expect(orderTermsText([saree], 7)).toBe('Return available for 7 days after delivery.');
  });

  it('name each product with other terms once, and offer no return if none is possible', () => {
    expect(orderTermsText([saree, suit, suit], 7)).toBe(
      `Return available for 7 days after delivery. Ajrakh suit cannot be returned for a change of mind. ${claim.replace('it arrives', 'a piece arrives')} ` +
        'Ajrakh suit cannot be cancelled once ordered.',
    );
    expect(orderTermsText([suit], 7)).not.toContain('Return available');
  });
});
