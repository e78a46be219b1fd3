import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { registered } from '../../tests/fixtures/invoices.ts';
import { setOnHand, suit, suitM, unpublish } from '../../tests/fixtures/products.ts';
import { asha } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { products } from '../catalogue/tables.server.ts';
import { settings } from '../content/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { addToCart, editLine, removeLine } from './cart.server.ts';
import { Cart, GuestCart } from './contract.ts';
import { quoteGuestCart, readCart } from './read-cart.server.ts';
import { carts } from './tables.server.ts';

it('reading a cart limits a line to the units that are left, with the note `fewer`, but keeps the requested quantity [S-CART-13 Q-055]', async ({
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

const quote = (shop: Shop, ...items: readonly object[]) =>
  quoteGuestCart(shop, GuestCart.parse({ items }).items);

it('a quote has the current names and prices [S-CART-15 S-DATA-12 S-DATA-13 Q-119]', async ({ shop }) => {
  const cart = await quote(
    shop,
    { proId: suit, size: suitM, quantity: 2, proPrice: 1, price: 2, productName: 'Something else' },
    { proId: gulnar, quantity: 1 },
    { proId: 'tb-sto-001', quantity: '3' },
  );
  expect(Cart.parse(cart)).toEqual(cart);
  expect(cart).toMatchObject({ count: 3, subtotal: 33_850, total: 33_850, version: 0, notice: null });
  expect(cart.items).toMatchObject([
    {
      ...{ id: suitM, size: suitM, sizeLabel: 'M', productName: 'Ajrakh Modal Suit Set' },
      ...{ proPrice: 3850, price: 7700 },
    },
    { id: gulnar, size: gulnar, sizeLabel: null, proPrice: 24_800, stock: 1, notes: [] },
    { id: stole, proId: stole, quantity: 3, price: 1350 },
  ]);
  expect(await shop.db.select().from(carts)).toEqual([]);
});

it('a quote asks for a missing or unknown size, and does not charge for that line [S-DATA-13 Q-119]', async ({
  shop,
}) => {
  const cart = await quote(
    shop,
    { proId: suit, quantity: 1 },
    { proId: suit, quantity: 1, size: 'TB-SUT-001-XXL' },
  );
  expect(cart).toMatchObject({ count: 1, subtotal: 0 });
  expect(cart.items).toMatchObject([
    {
      ...{ id: `piece:${suit}`, size: null, sizeLabel: null, quantity: 2, stock: 2, price: 0 },
      notes: [{ kind: 'size', words: 'Please choose a size.' }],
    },
  ]);
});

it('a quote omits unknown and unpublished products, and names both in one notice', async ({ shop }) => {
  await unpublish(shop, gulnar);
  const cart = await quote(
    shop,
    { proId: gulnar, quantity: 1 },
    { proId: 'TB-999', quantity: 1 },
    { proId: stole, quantity: 1 },
  );
  expect(cart.items.map(({ proId }) => proId)).toEqual([stole]);
  expect(cart.notice).toBe('TB-SAR-001 and TB-999 are no longer in the shop.');
});

/** Gives the seller a GSTIN, and sets the shipping charge in paise for totals below ₹10,000. */
const register = (shop: Shop, belowPaise = 0) =>
  shop.db.update(settings).set({
    value: { ...registered, shipping: { ...registered.shipping, freeFromPaise: 1_000_000, belowPaise } },
  });

describe('the GST included in a cart’s total', () => {
  it('is 5 % for a saree and 18 % for an expensive suit, and includes the GST on the delivery charge [S-CHK-16 S-CHK-17]', async ({
    shop,
  }) => {
    await register(shop);
    const id = await asha(shop);
    expect(await addToCart(shop, id, gulnar, { quantity: 1 })).toMatchObject({
      includedGst: 1180.95,
      tax: 0,
    });
    await addToCart(shop, id, suit, { quantity: 1, size: suitM });
    expect(await editLine(shop, id, suitM, 2)).toMatchObject({ includedGst: 2355.53 });
    expect(await readCart(shop, id)).toMatchObject({ includedGst: 2355.53, total: 32_500 });
    await register(shop, 7100);
    const items = [{ proId: stole, quantity: 1 }];
    expect(await quoteGuestCart(shop, items)).toMatchObject({ shippingCost: 71, includedGst: 24.81 });
  });

  it('excludes lines that cannot be bought and units that are not available', async ({ shop }) => {
    await register(shop);
    const id = await asha(shop);
    await addToCart(shop, id, gulnar, { quantity: 1 });
    await addToCart(shop, id, stole, { quantity: 9 });
    await setOnHand(shop, gulnar, 0);
    await setOnHand(shop, stole, 4);
    expect(await readCart(shop, id)).toMatchObject({ total: 1800, includedGst: 85.71 });
  });

  it('is not stated without a GSTIN, for an empty cart, or if a product has no tax rate', async ({
    shop,
  }) => {
    const id = await asha(shop);
    expect(await addToCart(shop, id, stole, { quantity: 1 })).not.toHaveProperty('includedGst');
    await register(shop);
    expect(await quoteGuestCart(shop, [])).not.toHaveProperty('includedGst');
    await shop.db
      .update(products)
      .set({ attributes: sql`${products.attributes} - 'hsn'` })
      .where(eq(products.id, stole));
    expect(await readCart(shop, id)).not.toHaveProperty('includedGst');
  });
});
