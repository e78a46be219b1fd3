import { describe } from 'vitest';
import type { Page } from '../page.ts';
import type { Product } from '../product.ts';
import { newEmail, type ShopApi } from '../shop-api.ts';
import { addToCart, cartOf, home, newShopperAtHome, ordersOf, type Shopper, sessionOf } from '../shopper.ts';
import { expect, story } from '../story.ts';
import { button, css, dialog, field, heading, main, radio, region } from '../target.ts';

const summary = region('Order summary');
const payNow = button(/^Pay Now/);

/** Signs in a new shopper with an address and the product in the cart, and opens the checkout. */
async function openCheckout(page: Page, api: ShopApi, product: Product): Promise<Shopper> {
  const shopper = await newShopperAtHome(api);
  await addToCart(api, shopper, product.id);
  await page.store(sessionOf(shopper));
  await page.open('/checkout');
  await page.see(summary, product.name);
  return shopper;
}

/** Waits for the confirmation. Returns the order's number. */
async function seePlaced(page: Page): Promise<string> {
  await page.at(/^\/account\?placed=[\w-]+$/);
  await page.see(main, 'Thank you, Meera.');
  return (await page.see(heading(/^Order /, main))).replace('Order ', '');
}

describe('the checkout', () => {
  story(
    'a guest signs in at the cart and places a COD order [S-CART-18 S-GEN-17]',
    async ({ page, api, product, stock }) => {
      const email = newEmail('meera');
      await page.store({ guestCart: JSON.stringify([{ proId: product.id, quantity: 1 }]) });
      await page.open('/cart');
      await page.see(css('main .lines output'), '1');
      await page.click(button('Checkout'));
      await page.fill(field('Email', dialog('Login Required')), email);
      await page.click(button('Send code', dialog('Login Required')));
      await page.fill(field(/^Six-digit code/, dialog('Enter the code')), await api.codeFor(email));
      await page.at('/checkout');
      await page.see(summary, product.name);
      const token = (await page.stored('tanabana.token')) ?? '';
      expect(await cartOf(api, token)).toEqual({ [product.id]: 1 });
      expect(await page.stored('guestCart')).toBeNull();

      await page.fill(field(/^First name/, main), home.firstName);
      await page.fill(field(/^Last name/, main), home.lastName);
      await page.fill(field(/^Phone/, main), '98290 00000');
      await page.fill(field(/^Address/, main), home.address);
      await page.fill(field(/^House or flat/, main), home.apartment);
      await page.fill(field(/^City/, main), home.city);
      await page.choose(field(/^State/, main), home.state);
      await page.fill(field(/^Pincode/, main), home.pincode);
      await page.click(radio(/Cash on delivery/));
      await page.see(main, 'Pay the courier ₹450 in cash at your door');
      await page.click(payNow);
      const number = await seePlaced(page);
      await page.see(css('[role=alert]'), 'COD Order placed successfully!');
      expect(await ordersOf(api, { token })).toMatchObject([
        { channel_order_id: number, state: 'placed', paymentMethod: 'COD', total: 450, codAmount: 450 },
      ]);
      expect(await stock()).toEqual({ onHand: 4, held: 0 });
      expect(await cartOf(api, token)).toEqual({});
    },
  );

  story(
    'a second payment attempt after a failed one places one order [S-GEN-18 S-PAY-19]',
    async ({ page, api, product, stock }) => {
      const shopper = await openCheckout(page, api, product);
      await page.click(payNow);
      const bank = await page.popup();
      await bank.see(main, '₹450');
      expect(await stock()).toEqual({ onHand: 5, held: 1 });
      await bank.click(button('Fail'));
      const outcome = css('[role=alert]', undefined, summary);
      await page.see(outcome, 'Payment failed.');
      expect(await cartOf(api, shopper.token)).toEqual({ [product.id]: 1 });
      await page.click(button('Try again', outcome));
      await (await page.popup()).click(button(/^Pay/));
      const number = await seePlaced(page);
      await page.see(main, 'Paid online');
      expect(await ordersOf(api, shopper)).toMatchObject([
        { channel_order_id: number, state: 'placed', paymentMethod: 'Online', total: 450, codAmount: 0 },
      ]);
      expect(await api.get('/api/payment/mine', shopper.token)).toMatchObject([
        { kind: 'payment', amount: 450, state: 'received', channel_order_id: number },
      ]);
      expect(await stock()).toEqual({ onHand: 4, held: 0 });
    },
  );

  story(
    'a payment that was made after a reload of the checkout leads to the order [S-PAY-18]',
    async ({ page, api, product, stock }) => {
      const shopper = await openCheckout(page, api, product);
      await page.click(payNow);
      const bank = await page.popup();
      await bank.see(main, '₹450');
      await page.reload();
      await page.see(
        css('[role=alert]', undefined, summary),
        'Payment not completed. If your bank shows a charge, either this order is placed or the money is returned',
      );
      await bank.click(button(/^Pay/));
      const number = await seePlaced(page);
      expect(await ordersOf(api, shopper)).toMatchObject([{ channel_order_id: number, state: 'placed' }]);
      expect(await stock()).toEqual({ onHand: 4, held: 0 });
    },
  );
});
