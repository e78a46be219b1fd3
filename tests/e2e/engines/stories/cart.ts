import { describe } from 'vitest';
import { story } from '../story.ts';
import { button, css, link, region } from '../target.ts';

const addToCart = button('Add to Cart');
const lines = css('main .lines');
const quantity = css('main .lines output');
const summary = region('Summary');

describe('the cart', () => {
  story('a guest’s cart is kept after a reload [S-CART-15]', async ({ page, product }) => {
    await page.open(product.url);
    await page.click(addToCart);
    await page.click(link('View cart'));
    await page.at('/cart');
    await page.see(link(product.name, lines));
    await page.click(button('One more', lines));
    await page.see(quantity, '2');
    await page.reload();
    await page.see(quantity, '2');
    await page.see(css('dd', '₹900', summary));
  });
});
