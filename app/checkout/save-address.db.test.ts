import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderDetails, shopperWith, stole, validDeliveryForm } from '../../tests/fixtures/checkout.ts';
import { it } from '../../tests/fixtures/world.ts';
import { readProfile } from '../customers/profile/profile.server.ts';
import { customers } from '../customers/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { saveOrderAddress } from '../orders/customer-orders.server.ts';
import { Placed } from './contract.ts';

const saved = { ...validDeliveryForm, phone: '+919829000000' };
const ticked = { orderDetails: { ...orderDetails, saveAddress: true } };

type Buyer = Awaited<ReturnType<typeof shopperWith>>;

const place = async (buyer: Buyer, body: unknown = { orderDetails }) =>
  Placed.parse(await (await buyer.post('/checkout/', body)).json()).order;
const isOffered = async (buyer: Buyer, id: string) =>
  (await (await buyer.get(`/order/${id}`)).json()).maySaveAddress;
const setProfile = (shop: Shop, { id }: Buyer, profile: Partial<typeof customers.$inferInsert>) =>
  shop.db.update(customers).set(profile).where(eq(customers.id, id));

it('an accepted order saves its address in the profile if the customer has asked for it', async ({
  shop,
  app,
}) => {
  const meera = await shopperWith(shop, app, 'meera.new', stole);
  const refused = { orderDetails: { ...ticked.orderDetails, total: 1 } };
  expect((await meera.post('/checkout/', refused)).status).toBe(409);
  await place(meera);
  expect(await readProfile(shop, meera.id)).toMatchObject({ firstName: '', address: '', phone: '' });
  await meera.post(`/cart/add/${stole}`, { quantity: 1 });
  await place(meera, ticked);
  expect(await readProfile(shop, meera.id)).toMatchObject(saved);
  const bina = await shopperWith(shop, app, 'bina', stole);
  expect((await bina.post('/payment/create-order', ticked)).status).toBe(200);
  expect(await readProfile(shop, bina.id)).toMatchObject(saved);
});

it.for([
  ['another address', { address: '7, Peth Lane' }],
  ['another name', { firstName: 'Asha' }],
  ['another country', { country: 'Canada' }],
] as const)(
  'an order neither saves its address nor offers to save it if the profile has %s',
  async ([, profile], { shop, app }) => {
    const meera = await shopperWith(shop, app, 'meera.new', stole);
    await setProfile(shop, meera, profile);
    const before = await readProfile(shop, meera.id);
    const order = await place(meera, ticked);
    expect(await isOffered(meera, order._id)).toBeUndefined();
    const response = await meera.post(`/order/${order._id}/save-address`, {});
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(before);
    expect(await readProfile(shop, meera.id)).toEqual(before);
  },
);

it('the page of the first order offers to save the address until it is saved', async ({ shop, app }) => {
  const meera = await shopperWith(shop, app, 'meera.new', stole);
  const first = await place(meera);
  expect(await isOffered(meera, first._id)).toBe(true);
  await meera.post(`/cart/add/${stole}`, { quantity: 1 });
  const second = await place(meera);
  expect(second._id).not.toBe(first._id);
  expect(await isOffered(meera, second._id)).toBeUndefined();
  expect((await meera.post(`/order/${second._id}/save-address`, {})).status).toBe(200);
  expect(await isOffered(meera, first._id)).toBeUndefined();
});

it('two concurrent requests save the address, and a later request does not replace a changed profile', async ({
  shop,
  app,
}) => {
  const meera = await shopperWith(shop, app, 'meera.new', stole);
  const { _id } = await place(meera);
  const profiles = await Promise.all([1, 2].map(() => saveOrderAddress(shop, meera.id, _id)));
  for (const profile of profiles) expect(profile).toMatchObject(saved);
  await setProfile(shop, meera, { address: '7, Peth Lane' });
  expect(await saveOrderAddress(shop, meera.id, _id)).toMatchObject({ address: '7, Peth Lane' });
});

it('a saved address does not replace the profile’s phone number', async ({ shop, app }) => {
  const meera = await shopperWith(shop, app, 'meera.new', stole);
  await setProfile(shop, meera, { firstName: 'meera', phone: '+919811111111' });
  await place(meera, ticked);
  const profile = { firstName: 'meera', lastName: 'Joshi', phone: '+919811111111', pincode: '302003' };
  expect(await readProfile(shop, meera.id)).toMatchObject(profile);
});
