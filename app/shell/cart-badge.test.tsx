import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CartBadge, cartLabel } from './cart-badge.tsx';

it('the cart link has a label, and a badge of at most two digits if it has products [S-HDR-09 S-BBAR-10]', () => {
  const texts = [0, 1, 99, 100].map((count) => {
    const badge = renderToStaticMarkup(<CartBadge count={count} />);
    return `${badge.replaceAll(/<[^>]+>/g, '')} ${cartLabel(count)}`;
  });
  expect(texts).toEqual([' Cart', '1 Cart, 1 product', '99 Cart, 99 products', '99+ Cart, 100 products']);
  expect(renderToStaticMarkup(<CartBadge count={0} />)).toBe('');
});
