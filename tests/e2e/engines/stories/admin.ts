import { describe } from 'vitest';
import type { AdminOrder } from '../../../../app/orders/for-staff/contract.ts';
import { codeOfApp } from '../../../doubles/authenticator-app.ts';
import type { Page } from '../page.ts';
import { newImage, uniqueWord } from '../product.ts';
import { newShopper, orderOnline, ordersOf } from '../shopper.ts';
import { addStaff, newStaff, staffSession } from '../staff.ts';
import { expect, story } from '../story.ts';
import { button, css, dialog, field, heading, link, main, region, text } from '../target.ts';

const state = css('.line .state', undefined, main);

/** Finds an order by its number, and opens it. */
async function openOrder(page: Page, number: string) {
  await page.open('/admin/orders');
  await page.fill(css('input[type=search]', undefined, main), number);
  await page.at(`/admin/orders?q=${number}`);
  // The previous rows stay until the new ones are loaded.
  await page.count(css('tbody > tr', undefined, main), 1);
  await page.click(link(number, main));
  await page.see(heading(`Order ${number}`, main));
}

describe('the admin', () => {
  story(
    'a member comes in by the codes of an email and of an app, until logging out [S-ROLE-09]',
    async ({ page, api, owner }) => {
      const email = await addStaff(api, owner);
      await page.open('/admin');
      await page.at('/admin/login');
      await page.fill(field('Email'), email);
      await page.click(button('Send code'));
      await page.fill(field(/^Six-digit code/), await api.codeFor(email));
      await page.click(button('Continue'));
      const secret = (await page.see(css('code'))).replaceAll(' ', '');
      await page.fill(field(/^Six-digit code of the app/), codeOfApp(secret));
      await page.click(button('Confirm'));
      await page.count(css('li', undefined, region('Recovery codes')), 10);
      await page.click(button('I have saved them'));
      await page.at('/admin');
      await page.see(main, 'To do');
      const token = (await page.stored('tanabana.staff')) ?? '';
      const orders = () => api.get('/api/admin/orders', token);
      expect(await orders()).toMatchObject({ rows: expect.any(Array) });

      await page.open('/admin/account');
      await page.click(button('Log out', main));
      await page.at(/^\/admin\/login/);
      expect(await page.stored('tanabana.staff')).toBeNull();
      await expect(orders()).rejects.toThrow('401');
    },
  );

  story(
    'a product is added with a picture, published, and for sale at its price [S-API-05]',
    async ({ page, api, owner }) => {
      const name = `Stole ${uniqueWord()} of Kota`;
      await page.store(staffSession(await newStaff(api, owner)));
      await page.open('/admin/products');
      await page.click(link('New product'));
      await page.see(heading('New product'));
      await page.fill(css('input[type=file]'), {
        name: 'IMG_1.jpg',
        type: 'image/jpeg',
        bytes: await newImage('#972a20'),
      });
      await page.see(text('Uploads when you save'));
      await page.fill(field('Name'), name);
      await page.choose(field('Category'), 'Stoles');
      await page.fill(field('Fabrics'), 'Cotton');
      await page.press('Enter');
      await page.fill(field('Price, ₹'), '2100');
      await page.fill(field('HSN'), '5208');
      await page.fill(field('In stock'), '2');
      await page.click(button('Save draft'));
      const path = await page.at(/^\/admin\/products\/[A-Z-]+-\d+$/);
      await page.see(button(/^Picture 1:/));
      await page.click(button('Publish'));
      await page.see(text('Published'));
      const id = path.split('/').at(-1) ?? '';
      expect(await api.get(`/api/admin/products/${id}`, owner.token)).toMatchObject({
        state: 'live',
        price: 2100,
        sizes: [{ onHand: 2, held: 0 }],
      });
      await page.open(`/search?query=${encodeURIComponent(name)}`);
      await page.click(link(name, main));
      await page.see(heading(name, main));
      await page.see(main, '₹2,100');
    },
  );

  story(
    'a paid order is packed, shipped by a courier that the shop names, and delivered [S-ODT-01]',
    async ({ page, api, owner, product, stock }) => {
      const shopper = await newShopper(api);
      const { _id, channel_order_id: number } = await orderOnline(api, shopper, product.id);
      const staff = await newStaff(api, owner);
      await page.store(staffSession(staff));
      await openOrder(page, number);
      await page.see(state, 'Order Placed');
      await page.click(button('Pack', main));
      await page.see(state, 'Packed');
      await page.see(link(/^Invoice /, main));

      await page.click(button('Ship with another courier', main));
      const carrier = dialog('Ship with another courier');
      await page.fill(field('Courier', carrier), 'Blue Dart');
      await page.fill(field(/^Tracking link/, carrier), 'https://track.example.in/BD1');
      await page.click(button('Mark as shipped', carrier));
      await page.see(state, 'Shipped');
      expect(await ordersOf(api, shopper)).toMatchObject([
        { state: 'shipped', tracking_info: { tracking_data: { track_url: 'https://track.example.in/BD1' } } },
      ]);

      await page.click(button('Update status', main));
      const moving = dialog('Update the status');
      await page.choose(field('New status', moving), 'Delivered');
      await page.click(button('Save', moving));
      await page.see(state, 'Delivered');
      expect(await api.get<AdminOrder>(`/api/admin/orders/${_id}`, staff.token)).toMatchObject({
        state: 'delivered',
        invoices: [{ kind: 'invoice', total: 450 }],
        refundableAmount: 450,
      });
      expect(await stock()).toEqual({ onHand: 4, held: 0 });
    },
  );

  story(
    'a part of a paid order is refunded, at most what came in, and the shopper sees why [S-PROF-23]',
    async ({ page, api, owner, product, stock }) => {
      const shopper = await newShopper(api);
      const { _id, channel_order_id: number } = await orderOnline(api, shopper, product.id);
      const staff = await newStaff(api, owner);
      await page.store(staffSession(staff));
      await openOrder(page, number);
      await page.click(button('Refund', main));
      const refund = dialog('Refund');
      await page.fill(field('Amount in rupees', refund), '5000');
      await page.fill(field('Reason (the shopper sees it)', refund), 'A loose thread.');
      await page.click(button('Refund', refund));
      await page.see(refund, 'at most ₹450');
      await page.fill(field('Amount in rupees', refund), '50');
      await page.click(button('Refund', refund));
      await page.count(refund, 0);
      await page.see(main, 'A loose thread.');
      expect(await api.get<AdminOrder>(`/api/admin/orders/${_id}`, staff.token)).toMatchObject({
        refundableAmount: 400,
        refundedBefore: 50,
        refunds: [{ amount: 50, reason: 'A loose thread.' }],
      });
      expect(await ordersOf(api, shopper)).toMatchObject([
        { refunds: [{ amount: 50, reason: 'A loose thread.' }] },
      ]);
      expect(await stock()).toEqual({ onHand: 4, held: 0 });
    },
  );
});
