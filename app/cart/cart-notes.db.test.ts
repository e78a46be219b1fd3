import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { setOnHand, unpublish } from '../../tests/fixtures/products.ts';
import { asha } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { products } from '../catalogue/tables.server.ts';
import { addToCart, editLine, removeLine } from './cart.server.ts';
import { readCart } from './read-cart.server.ts';

it('a line with too few units left is capped and has the note `fewer` [S-CART-13 Q-055]', async ({
  shop,
}) => {
  const id = await asha(shop);
  await addToCart(shop, id, stole, { quantity: 7 });
  await setOnHand(shop, stole, 2);
  const cart = await readCart(shop, id);
  expect(cart.items).toMatchObject([
    { quantity: 2, stock: 2, price: 900, notes: [{ kind: 'fewer', words: 'Only 2 left.' }] },
  ]);
  expect(cart.subtotal).toBe(900);
  await setOnHand(shop, stole, 40);
  expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 7, notes: [] }]);
});

it('the line of an unpublished product has a note and is not charged', async ({ shop }) => {
  const id = await asha(shop);
  await addToCart(shop, id, gulnar, { quantity: 1 });
  await unpublish(shop, gulnar);
  const cart = await readCart(shop, id);
  expect(cart).toMatchObject({ subtotal: 0, items: [{ stock: 0, price: 0, notes: [{ kind: 'gone' }] }] });
  const gone = { status: 404, message: 'This piece is no longer in the shop.' };
  await expect(editLine(shop, id, gulnar, 1)).rejects.toMatchObject(gone);
  expect((await removeLine(shop, id, gulnar)).count).toBe(0);
});

it('a line whose price has changed costs the current price and has a note [Q-056]', async ({ shop }) => {
  const id = await asha(shop);
  await addToCart(shop, id, stole, { quantity: 2 });
  await shop.db.update(products).set({ pricePaise: 39_950 }).where(eq(products.id, stole));
  const cart = await readCart(shop, id);
  const text = '₹450 when you added it, now ₹399.50.';
  expect(cart).toMatchObject({
    subtotal: 799,
    items: [{ proPrice: 399.5, notes: [{ kind: 'price', words: text }] }],
  });
  expect((await editLine(shop, id, stole, 2)).items).toMatchObject([{ notes: [] }]);
});
