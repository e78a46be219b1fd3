import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CartBadge, cartLabel } from './cart-badge.tsx';

const badge = (count: number) => renderToStaticMarkup(<CartBadge count={count} />);

describe('the badge of the cart link', () => {
  it('is shown only if the cart contains products, with at most two digits [S-HDR-09 S-BBAR-10]', () => {
    expect(badge(0)).toBe('');
    expect(badge(1)).toContain('>1<');
    expect(badge(99)).toContain('>99<');
    expect(badge(100)).toContain('>99+<');
  });

  it.each([
    [0, 'Cart'],
    [1, 'Cart, 1 product'],
    [100, 'Cart, 100 products'],
  ])('with the number %i gives the link the label “%s”', (count, text) => {
    expect(cartLabel(count)).toBe(text);
  });
});
