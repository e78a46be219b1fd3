import { describe, expect } from 'vitest';
import { holdFor } from '../../tests/fixtures/holds.ts';
import { neelambari, suit, suitM } from '../../tests/fixtures/products.ts';
import { asha } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { renewHold } from '../stock/holds.server.ts';
import { heldMessage } from '../stock/messages.ts';
import { readStockLevels } from '../stock/stock.server.ts';
import { addToCart, editLine } from './cart.server.ts';
import { mergeGuestCart } from './merge-guest-cart.server.ts';
import { quoteGuestCart, readCart } from './read-cart.server.ts';

const entry = (quantity: number, size: string = neelambari) => ({ proId: neelambari, quantity, size });

/** Holds units for `minutes` from now. 0 minutes create an expired hold. */
const holdUnits = (shop: Shop, owner: string, count: number, minutes: number, variantId = neelambari) =>
  holdFor(shop, owner, [{ variantId, count }], minutes);

/** Stock holds that do not limit the shopper: description, owner and minutes until expiry. */
const harmless = [
  ['of the same shopper', 'own', 15],
  ['that has expired', 'another', 0],
] as const;

it.for(harmless)(
  'a stock hold %s does not limit lines that are added, changed or merged [S-CART-13]',
  async ([, owner, minutes], { shop }) => {
    const id = await asha(shop);
    await holdUnits(shop, owner === 'own' ? id : 'another owner', 3, minutes);
    const added = await addToCart(shop, id, neelambari, { quantity: 1 });
    expect(added).toMatchObject({ notice: null, items: [{ quantity: 1, stock: 3, notes: [] }] });
    expect(await editLine(shop, id, neelambari, 2)).toMatchObject({ notice: null, items: [{ quantity: 2 }] });
    const cart = await mergeGuestCart(shop, id, { key: 'a-guest-cart-0001', items: [entry(1)] });
    expect(cart).toMatchObject({ notice: null, items: [{ quantity: 3, notes: [] }] });
    expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 3, stock: 3 }]);
  },
);

describe('a stock hold of another shopper', () => {
  it('caps added, changed and merged lines at the units that are not held [S-CART-13]', async ({ shop }) => {
    const id = await asha(shop);
    await holdUnits(shop, 'another owner', 2, 15);
    const capped = { notice: 'Only 1 left.', items: [{ quantity: 1, stock: 1 }] };
    expect(await addToCart(shop, id, neelambari, { quantity: 2 })).toMatchObject(capped);
    expect(await editLine(shop, id, neelambari, 3)).toMatchObject(capped);
    const merged = await mergeGuestCart(shop, id, { key: 'a-guest-cart-0001', items: [entry(2)] });
    expect(merged).toMatchObject({ items: [{ quantity: 1, stock: 1 }] });
  });

  it('adds a note with the time when the first of the holds expires, and prevents adding a unit [S-CART-13]', async ({
    shop,
  }) => {
    const id = await asha(shop);
    await addToCart(shop, id, neelambari, { quantity: 1 });
    await holdUnits(shop, 'another owner', 2, 15);
    await holdUnits(shop, 'a third shopper', 1, 20);
    const held = { kind: 'held', words: heldMessage(shop.clock.now().getTime() + 15 * 60_000) };
    expect((await readCart(shop, id)).items).toMatchObject([{ stock: 0, price: 0, notes: [held] }]);
    expect((await quoteGuestCart(shop, [entry(1)])).items).toMatchObject([{ notes: [held] }]);
    const error = { name: 'being-bought', status: 409, message: held.words };
    await expect(addToCart(shop, id, neelambari, { quantity: 1 })).rejects.toMatchObject(error);
    await expect(editLine(shop, id, neelambari, 2)).rejects.toMatchObject(error);
  });

  it('changes the note when the hold is renewed, and removes the note when the hold expires', async ({
    shop,
  }) => {
    await holdUnits(shop, 'another owner', 3, 15);
    const until = shop.clock.now().getTime() + 40 * 60_000;
    await renewHold(shop, 'another owner', new Date(until));
    const notes = async () => (await quoteGuestCart(shop, [entry(1)])).items.flatMap((line) => line.notes);
    expect(await notes()).toEqual([{ kind: 'held', words: heldMessage(until) }]);
    shop.clock.advance(40 * 60_000);
    expect(await notes()).toEqual([]);
  });

  it('adds the note to a guest’s line without a chosen size only while every size is held [S-CART-15]', async ({
    shop,
  }) => {
    for (const [index, size] of ['S', 'M', 'L', 'XL'].entries()) {
      const variantId = `${suit}-${size}`;
      const [level] = await readStockLevels(shop, [variantId]);
      if (level?.onHand) await holdUnits(shop, size, level.onHand, 15 + index, variantId);
    }
    const quote = async (quantity: number) => (await quoteGuestCart(shop, [{ proId: suit, quantity }])).items;
    expect(await quote(1)).toMatchObject([{ size: null, notes: [{ kind: 'held' }] }]);
    shop.clock.advance(20 * 60_000);
    await holdUnits(shop, 'another who wants M', 1, 15, suitM);
    expect(await quote(2)).toMatchObject([{ stock: 2, notes: [{ kind: 'size' }] }]);
  });
});
