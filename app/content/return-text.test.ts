import { describe, expect, it } from 'vitest';
import { exceptionText, orderTermsText } from './return-text.ts';

const saree = { productName: 'Gulnar saree' };
const suit = { productName: 'Ajrakh suit', returnable: false, cancellable: false };
const claim = 'If it arrives damaged or is not what you ordered, tell us within 7 days after delivery.';

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
