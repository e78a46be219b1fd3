import { describe } from 'vitest';
import { expect, story } from '../story.ts';
import { button, css, link, region } from '../target.ts';

const addToCart = button('Add to Cart');
const lines = css('main .lines');
const quantity = css('main .lines output');
const summary = region('Summary');

describe('the cart', () => {
  story('a guest’s cart is kept after a reload [S-CART-15]', async ({ page, product, stock }) => {
    await page.open(product.url);
    await page.click(addToCart);
    await page.click(link('View cart'));
    await page.at('/cart');
    await page.see(link(product.name, lines));
    await page.click(button('One more', lines));
    await page.see(quantity, '2');
    await page.see(css('dd', '₹900', summary));
    await page.reload();
    await page.see(quantity, '2');
    await page.see(css('dd', '₹900', summary));
    for (const expected of ['3', '4', '5']) {
      await page.click(button('One more', lines));
      await page.see(quantity, expected);
    }
    await page.see(css('[aria-label="One more"][aria-disabled=true]', undefined, lines));
    expect(await stock()).toEqual({ onHand: 5, held: 0 });
  });
});
