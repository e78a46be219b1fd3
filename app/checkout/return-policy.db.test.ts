import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderDetails, stole } from '../../tests/fixtures/checkout.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { deliverOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { quoteGuestCart, readCart } from '../cart/read-cart.server.ts';
import { readProduct } from '../catalogue/catalogue.server.ts';
import { categories, products } from '../catalogue/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { cancelOrder } from '../orders/cancel-order.server.ts';
import { readOrderOfCustomer } from '../orders/customer-orders.server.ts';
import { requestReturn } from '../orders/returns/return-order.server.ts';
import { placeOrder } from './place-order.server.ts';

const suit = 'TB-SUT-001';
const suitSize = 'TB-SUT-001-M';
const off = { returnable: false, cancellable: false };
const on = { returnable: true, cancellable: true };

/** Places a cash order of the product, in size M if it is the suit. */
async function order(shop: Shop, proId: string) {
  const { id: customerId } = await signInAs(shop, 'meera.new@example.in');
  await addToCart(shop, customerId, proId, { quantity: 1, ...(proId === suit && { size: suitSize }) });
  const placed = await placeOrder(shop, customerId, { details: orderDetails, method: 'COD' });
  return { customerId, id: placed.order.id, lines: placed.lines };
}

const setProduct = ({ db }: Shop, id: string, flags: Partial<typeof products.$inferInsert>) =>
  db.update(products).set(flags).where(eq(products.id, id));
const setCategory = ({ db }: Shop, id: string, flags: Partial<typeof categories.$inferInsert>) =>
  db.update(categories).set(flags).where(eq(categories.id, id));

describe('an order line', () => {
  it('of a stitched category can be neither returned nor cancelled [S-POL-16 S-POL-17]', async ({ shop }) => {
    expect((await order(shop, suit)).lines).toMatchObject([off]);
  });

  it('of any other category can be both', async ({ shop }) => {
    expect((await order(shop, stole)).lines).toMatchObject([on]);
  });

  it.for([
    [suit, on],
    [stole, off],
  ] as const)(
    'of %s has the flags of the product instead of its category’s',
    async ([proId, flags], { shop }) => {
      await setProduct(shop, proId, flags);
      expect((await order(shop, proId)).lines).toMatchObject([flags]);
    },
  );

  it('has the category’s flag where the product has only the other one', async ({ shop }) => {
    await setProduct(shop, suit, { returnable: true });
    expect((await order(shop, suit)).lines).toMatchObject([{ returnable: true, cancellable: false }]);
  });

  it('keeps the flags of its day when the category and the product change', async ({ shop }) => {
    const { customerId, id } = await order(shop, stole);
    await setCategory(shop, 'Stoles', off);
    await setProduct(shop, stole, off);
    expect((await readOrderOfCustomer(shop, customerId, id)).mayCancel).toBe(true);
    expect(await cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: id })).toMatchObject({
      state: 'cancelled',
    });
  });
});

describe('an order of a stitched product', () => {
  it('cannot be cancelled by the customer [S-POL-17]', async ({ shop }) => {
    const { customerId, id } = await order(shop, suit);
    expect((await readOrderOfCustomer(shop, customerId, id)).mayCancel).toBe(false);
    await expect(cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: id })).rejects.toMatchObject({
      name: 'not-cancellable',
    });
  });

  it('cannot be returned for a change of mind, but because it is damaged [S-POL-16]', async ({ shop }) => {
    const { customerId, id } = await order(shop, suit);
    await deliverOrder(shop, id);
    const [item] = (await readOrderOfCustomer(shop, customerId, id)).orderItems;
    expect(item).toMatchObject({ mayReturn: 0, mayClaim: 1 });
    const request = (reason: string) => requestReturn(shop, customerId, id, { reason, note: '' });
    await expect(request('Something else')).rejects.toMatchObject({ name: 'not-returnable' });
    expect(await request('It arrived damaged or flawed')).toMatchObject({ state: 'return_requested' });
  });
});

it('says of a product and of its line in a cart what is excluded, and nothing of others', async ({
  shop,
}) => {
  expect(await readProduct(shop, suit)).toMatchObject(off);
  expect(await readProduct(shop, stole)).not.toHaveProperty('returnable');
  const guest = await quoteGuestCart(shop, [
    { proId: suit, size: suitSize, quantity: 1 },
    { proId: stole, quantity: 1 },
  ]);
  expect(guest.items[0]).toMatchObject(off);
  expect(guest.items[1]).not.toHaveProperty('returnable');
  const { id } = await signInAs(shop, 'meera.new@example.in');
  await addToCart(shop, id, suit, { quantity: 1, size: suitSize });
  expect((await readCart(shop, id)).items).toMatchObject([off]);
});
