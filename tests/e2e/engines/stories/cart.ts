import { describe } from 'vitest';
import { waitUntil } from '../page.ts';
import { newEmail } from '../shop-api.ts';
import { cartOf, newShopper, sessionOf } from '../shopper.ts';
import { expect, story } from '../story.ts';
import { button, css, dialog, field, heading, link, main, region, text } from '../target.ts';

const addToCart = button('Add to Cart');
const lines = css('main .lines');
const quantity = css('main .lines output');
const summary = region('Summary');

describe('the cart', () => {
  story(
    'a guest’s cart adds up, counts to what is in stock, and is kept over a reload [S-CART-15]',
    async ({ page, product, stock }) => {
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
      for (const many of ['3', '4', '5']) {
        await page.click(button('One more', lines));
        await page.see(quantity, many);
      }
      await page.see(css('[aria-label="One more"][aria-disabled=true]', undefined, lines));
      expect(await stock()).toEqual({ onHand: 5, held: 0 });
    },
  );

  story(
    'a code that is sent by email signs in, and leads back to where it was asked [S-AUTH-18]',
    async ({ page, api }) => {
      const email = newEmail('asha');
      await page.open('/login?next=%2Four-story');
      await page.fill(field('Email', main), email);
      await page.click(button('Send code', main));
      await page.fill(field(/^Six-digit code/, main), await api.codeFor(email));
      await page.at('/our-story');
      const token = (await page.stored('tanabana.token')) ?? '';
      expect(await api.get('/api/user/profile', token)).toMatchObject({ email });
    },
  );

  story(
    'a guest’s cart joins the shopper’s own at sign-in, and leaves the browser [S-CART-18]',
    async ({ page, api, product }) => {
      const email = newEmail('meera');
      await page.open(product.url);
      await page.click(addToCart);
      await page.click(link('View cart'));
      await page.see(link(product.name, lines));
      await page.click(button('Checkout'));
      await page.fill(field('Email', dialog('Login Required')), email);
      await page.click(button('Send code', dialog('Login Required')));
      await page.fill(field(/^Six-digit code/, dialog('Enter the code')), await api.codeFor(email));
      await page.at('/checkout');
      await page.see(region('Order summary'), product.name);
      const token = (await page.stored('tanabana.token')) ?? '';
      expect(await cartOf(api, token)).toEqual({ [product.id]: 1 });
      expect(await page.stored('guestCart')).toBeNull();
    },
  );

  story(
    'a signed-in shopper adds a product by one request, whose response the badge and the cart page show [S-CART-21]',
    async ({ page, api, product }) => {
      await page.store(sessionOf(await newShopper(api)));
      await page.open(product.url);
      await waitUntil(
        () => page.apiRequests(),
        (paths) => paths.includes('/api/cart/get'),
        () => 'The page did not load the cart.',
      );
      await page.click(addToCart);
      await page.click(link('View cart'));
      await page.see(link(product.name, lines));
      await page.see(text('₹450', summary));
      const paths = await page.apiRequests();
      expect(paths.filter((path) => path.startsWith('/api/cart/'))).toEqual([
        '/api/cart/get',
        `/api/cart/add/${product.id}`,
      ]);
    },
  );

  story(
    'a shopper takes the last line out, and Undo brings it back [S-CART-06]',
    async ({ page, api, product }) => {
      const shopper = await newShopper(api);
      await page.store(sessionOf(shopper));
      await page.open(product.url);
      await page.click(addToCart);
      await page.click(link('View cart'));
      await page.click(button(/^Remove/, lines));
      await page.see(heading('Your cart is empty'));
      await page.click(button(/^Undo/));
      await page.see(quantity, '1');
      await page.see(text('₹450', summary));
      expect(await cartOf(api, shopper.token)).toEqual({ [product.id]: 1 });
    },
  );
});
