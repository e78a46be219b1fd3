import { describe } from 'vitest';
import { newShopper, newShopperAtHome, orderOnline, ordersOf, pathOf, sessionOf } from '../shopper.ts';
import { deliver, newStaff } from '../staff.ts';
import { expect, story } from '../story.ts';
import { button, css, dialog, field, main, region } from '../target.ts';

const history = region('What has happened');

describe('the account', () => {
  story(
    'a paid order is cancelled: the money goes back, and the unit is in stock again [S-ODT-14]',
    async ({ page, api, product, stock }) => {
      const shopper = await newShopperAtHome(api);
      const order = await orderOnline(api, shopper, product.id);
      expect(await stock()).toEqual({ onHand: 4, held: 0 });
      await page.store(sessionOf(shopper));
      await page.open(pathOf(order));
      await page.click(button('Cancel order', main));
      const asking = dialog('Cancel this order?');
      await page.see(asking, 'Your ₹450 will be refunded the way you paid');
      await page.click(button('Cancel order', asking));
      await page.see(css('[role=status]', /is cancelled/), order.channel_order_id);
      await page.see(history, 'Cancelled');
      expect(await ordersOf(api, shopper)).toMatchObject([
        { state: 'cancelled', refunds: [{ amount: 450 }] },
      ]);
      expect(await stock()).toEqual({ onHand: 5, held: 0 });
    },
  );

  story(
    'an order that has arrived is asked to be returned, with a reason [S-ODT-16]',
    async ({ page, api, product, owner, stock }) => {
      const shopper = await newShopperAtHome(api);
      const order = await orderOnline(api, shopper, product.id);
      const { token } = await newStaff(api, owner);
      await deliver(api, token, order._id);
      await page.store(sessionOf(shopper));
      await page.open(pathOf(order));
      await page.click(button('Return', main));
      const asking = dialog('Return this order');
      await page.click(button('Request a return', asking));
      await page.see(css('.error', undefined, asking), 'Please say why.');
      await page.choose(field('Why', asking), 'It is not what I ordered');
      await page.fill(field(/^Anything else we should know/, asking), 'The border is another one.');
      await page.click(button('Request a return', asking));
      await page.see(history, 'Return Initiated');
      await page.see(main, 'It is not what I ordered. The border is another one.');
      expect(await ordersOf(api, shopper)).toMatchObject([{ state: 'return_requested', refunds: [] }]);
      expect(await stock()).toEqual({ onHand: 4, held: 0 });
    },
  );

  story(
    'a heart puts a product on the wishlist, and Remove takes it off [S-WISH-02]',
    async ({ page, api, product }) => {
      const shopper = await newShopper(api);
      const hearts = () => api.get('/api/wishlist/hearts', shopper.token);
      await page.store(sessionOf(shopper));
      await page.open('/Stoles?sort=newest');
      await page.click(button(new RegExp(`^Save ${product.name}`), main));
      await page.see(css('button[aria-pressed=true]', undefined, main));
      await expect.poll(hearts).toEqual({ proIds: [product.id] });
      await page.open('/wishlist');
      await page.see(css('article', undefined, main), product.name);
      await page.click(button(`Remove ${product.name} from your wishlist`, main));
      await page.see(main, 'No pieces saved yet.');
      await expect.poll(hearts).toEqual({ proIds: [] });
    },
  );

  story('a profile is filled in and kept [S-PROF-01]', async ({ page, api }) => {
    const shopper = await newShopper(api);
    await page.store(sessionOf(shopper));
    await page.open('/account-form');
    await page.fill(field(/^First name/), 'Meera');
    await page.fill(field(/^Last name/), 'Joshi');
    await page.fill(field(/^Phone/), '98290 00000');
    await page.fill(field(/^Address/), '14, Ravi Nagar');
    await page.fill(field(/^City/), 'Jaipur');
    await page.choose(field(/^State/), 'Rajasthan');
    await page.click(button('Save'));
    await page.at('/profile');
    await page.see(main, 'Meera Joshi');
    expect(await api.get('/api/user/profile', shopper.token)).toMatchObject({
      firstName: 'Meera',
      phone: '+919829000000',
      state: 'Rajasthan',
    });
  });
});
