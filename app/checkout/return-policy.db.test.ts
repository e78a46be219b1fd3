import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderDetails, stole } from '../../tests/fixtures/checkout.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { quoteGuestCart } from '../cart/read-cart.server.ts';
import { readProduct } from '../catalogue/catalogue.server.ts';
import { categories, products } from '../catalogue/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { cancelOwnOrder } from '../orders/cancel-order.server.ts';
import { readOrderOfCustomer } from '../orders/customer-orders.server.ts';
import { placeOrder } from './place-order.server.ts';

const suit = 'TB-SUT-001';
const suitSize = 'TB-SUT-001-M';
const off = { returnable: false, cancellable: false };
const unset = { returnable: null, cancellable: null };
const on = { returnable: true, cancellable: true };

/** Places a cash order of the product. The suit is ordered in size M. */
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

it.for([
  ['a stitched category', suit, unset, off],
  ['another category', stole, unset, on],
  ['a product of a stitched category', suit, on, on],
  ['a product of another category', stole, off, off],
  ['a product with one flag', suit, { returnable: true }, { ...off, returnable: true }],
] as const)(
  'an order line has the return and cancellation flags of %s [S-POL-16 S-POL-17]',
  async ([, proId, own, flags], { shop }) => {
    await setProduct(shop, proId, own);
    expect((await order(shop, proId)).lines).toMatchObject([flags]);
  },
);

it('an order line keeps its flags when its category and its product change later', async ({ shop }) => {
  const { customerId, id } = await order(shop, stole);
  await setCategory(shop, 'Stoles', off);
  await setProduct(shop, stole, off);
  expect((await readOrderOfCustomer(shop, customerId, id)).mayCancel).toBe(true);
  const cancelled = await cancelOwnOrder(shop, customerId, id);
  expect(cancelled.state).toBe('cancelled');
});

it('a product and its cart line contain the return or cancellation flag only if the flag is false', async ({
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
});
