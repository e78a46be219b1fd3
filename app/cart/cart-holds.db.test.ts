import { describe, expect } from 'vitest';
import { holdStock } from '../../tests/fixtures/holds.ts';
import { neelambari, suit, suitM } from '../../tests/fixtures/shelf.ts';
import { asha } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { addToCart, editLine } from './cart.server.ts';
import { mergeGuestCart } from './cart-merge.server.ts';
import { quoteGuestCart, readCart } from './read-cart.server.ts';

const entry = (quantity: number, size: string = neelambari) => ({ proId: neelambari, quantity, size });

/** Holds units for `minutes` from now; a hold of 0 minutes has expired. */
function holdUnits(shop: Shop, owner: string, count: number, minutes: number, variantId = neelambari) {
  const until = new Date(shop.clock.now().getTime() + minutes * 60_000);
  return holdStock(shop, [{ variantId, count }], { holder: `an order of ${owner}`, owner, expiresAt: until });
}

/** Holds that do not limit the shopper: description, owner and minutes until expiry. */
const harmless = [
  ['of the shopper', 'own', 15],
  ['of another shopper that has expired', 'another', 0],
] as const;

describe.for(harmless)('a hold %s [S-CART-13]', ([, owner, minutes]) => {
  async function shopperWithHold(shop: Shop): Promise<string> {
    const id = await asha(shop);
    await holdUnits(shop, owner === 'own' ? id : 'somebody else', 3, minutes);
    return id;
  }

  it('ignores own and expired holds when a product is added', async ({ shop }) => {
    const cart = await addToCart(shop, await shopperWithHold(shop), neelambari, { quantity: 3 });
    expect(cart).toMatchObject({ notice: null, items: [{ quantity: 3, stock: 3, notes: [] }] });
  });

  it('ignores own and expired holds when a quantity is changed', async ({ shop }) => {
    const id = await asha(shop);
    await addToCart(shop, id, neelambari, { quantity: 1 });
    await shopperWithHold(shop);
    const cart = await editLine(shop, id, neelambari, 3);
    expect(cart).toMatchObject({ notice: null, items: [{ quantity: 3 }] });
  });

  it('ignores own and expired holds when a guest’s cart is merged', async ({ shop }) => {
    const id = await shopperWithHold(shop);
    const cart = await mergeGuestCart(shop, id, { key: 'a-guest-cart-0001', items: [entry(2)] });
    expect(cart).toMatchObject({ notice: null, items: [{ quantity: 2, notes: [] }] });
    expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 2, stock: 3 }]);
  });
});

describe('a hold of another shopper', () => {
  it('caps added, changed and merged lines at the units that others do not hold [S-CART-13]', async ({
    shop,
  }) => {
    const id = await asha(shop);
    await holdUnits(shop, 'somebody else', 2, 15);
    const capped = { notice: 'Only 1 left.', items: [{ quantity: 1, stock: 1 }] };
    expect(await addToCart(shop, id, neelambari, { quantity: 2 })).toMatchObject(capped);
    expect(await editLine(shop, id, neelambari, 3)).toMatchObject(capped);
    const merged = await mergeGuestCart(shop, id, { key: 'a-guest-cart-0001', items: [entry(2)] });
    expect(merged).toMatchObject({ items: [{ quantity: 1, stock: 1 }] });
  });

  it('responds `being-bought` to an added and a changed quantity if another shopper holds all units [S-CART-13]', async ({
    shop,
  }) => {
    const id = await asha(shop);
    await addToCart(shop, id, neelambari, { quantity: 1 });
    await holdUnits(shop, 'somebody else', 3, 15);
    const error = { name: 'being-bought', status: 409 };
    await expect(addToCart(shop, id, neelambari, { quantity: 1 })).rejects.toMatchObject(error);
    await expect(editLine(shop, id, neelambari, 2)).rejects.toMatchObject(error);
  });

  it('quotes a product as sold out to a guest if all units are held', async ({ shop }) => {
    await holdUnits(shop, 'somebody else', 3, 15);
    expect((await quoteGuestCart(shop, [entry(1)])).items).toMatchObject([{ notes: [{ kind: 'sold-out' }] }]);
  });
});

describe('the quote for a guest’s cart', () => {
  it('ignores an expired hold in a quote [S-CART-15]', async ({ shop }) => {
    await holdUnits(shop, 'somebody else', 3, 0);
    expect((await quoteGuestCart(shop, [entry(3)])).items).toMatchObject([{ quantity: 3, notes: [] }]);
  });

  it('ignores expired holds in a quote for a line without a size [S-CART-15]', async ({ shop }) => {
    for (const size of ['S', 'M', 'L', 'XL']) {
      await holdUnits(shop, `somebody in ${size}`, 1, 0, `${suit}-${size}`);
    }
    await holdUnits(shop, 'another who wants M', 1, 15, suitM);
    expect((await quoteGuestCart(shop, [{ proId: suit, quantity: 2 }])).items).toMatchObject([
      { stock: 2, notes: [{ kind: 'size' }] },
    ]);
  });
});
