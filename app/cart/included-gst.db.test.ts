import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { registered } from '../../tests/fixtures/invoices.ts';
import { setOnHand, suit, suitM } from '../../tests/fixtures/products.ts';
import { asha } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { products } from '../catalogue/tables.server.ts';
import { settings } from '../content/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { addToCart, editLine } from './cart.server.ts';
import { quoteGuestCart, readCart } from './read-cart.server.ts';

/** Gives the seller a GSTIN, and sets the shipping charge in paise for totals below ₹10,000. */
const register = (shop: Shop, belowPaise = 0) =>
  shop.db.update(settings).set({
    value: { ...registered, shipping: { ...registered.shipping, freeFromPaise: 1_000_000, belowPaise } },
  });

describe('the GST included in a cart’s total', () => {
  it('is 5 % for a saree and 18 % for expensive suits after each change [S-CHK-17]', async ({ shop }) => {
    await register(shop);
    const id = await asha(shop);
    expect(await addToCart(shop, id, gulnar, { quantity: 1 })).toMatchObject({
      includedGst: 1180.95,
      tax: 0,
    });
    await addToCart(shop, id, suit, { quantity: 1, size: suitM });
    expect(await editLine(shop, id, suitM, 2)).toMatchObject({ includedGst: 2355.53 });
    expect(await readCart(shop, id)).toMatchObject({ includedGst: 2355.53, total: 32_500 });
  });

  it('includes the GST of the delivery charge [S-CHK-16]', async ({ shop }) => {
    await register(shop, 7100);
    const items = [{ proId: stole, quantity: 1 }];
    expect(await quoteGuestCart(shop, items)).toMatchObject({ shippingCost: 71, includedGst: 24.81 });
  });

  it('excludes lines that cannot be bought and units that are not left', async ({ shop }) => {
    await register(shop);
    const id = await asha(shop);
    await addToCart(shop, id, gulnar, { quantity: 1 });
    await addToCart(shop, id, stole, { quantity: 9 });
    await setOnHand(shop, gulnar, 0);
    await setOnHand(shop, stole, 4);
    expect(await readCart(shop, id)).toMatchObject({ total: 1800, includedGst: 85.71 });
  });

  it('is missing without a GSTIN, for an empty cart, or if a product has no tax rate', async ({ shop }) => {
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
