import { describe, expect } from 'vitest';
import { holdStock } from '../../tests/fixtures/holds.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { addToCart, editLine, quoteGuestCart, readCart } from './cart.server.ts';
import { mergeGuestCart } from './cart-merge.server.ts';

/** Neelambari, of which there are three. */
const neelambari = 'TB-SAR-005';
/** The Ajrakh suit, two of each size but one XL. */
const suit = 'TB-SUT-001';
const suitM = 'TB-SUT-001-M';

const asha = async (shop: Shop) => (await signInAs(shop, 'asha@example.in')).id;
const entry = (quantity: number, size: string = neelambari) => ({ proId: neelambari, quantity, size });

/** Puts pieces aside, for so many minutes from now; none and fewer: it has run out. */
function putAside(shop: Shop, owner: string, count: number, minutes: number, variantId = neelambari) {
  const until = new Date(shop.clock.now().getTime() + minutes * 60_000);
  return holdStock(shop, [{ variantId, count }], { holder: `an order of ${owner}`, owner, expiresAt: until });
}

/** Whose hold it is, and for how many minutes: neither stands in the shopper's way. */
const harmless = [
  ['S-CART-13 what the shopper holds themselves', 'own', 15],
  ['S-CART-13 what somebody did not come for in time', 'another', 0],
] as const;

describe.for(harmless)('%s does not stand in the way', ([, whose, minutes]) => {
  async function shopperWithHold(shop: Shop): Promise<string> {
    const id = await asha(shop);
    await putAside(shop, whose === 'own' ? id : 'somebody else', 3, minutes);
    return id;
  }

  it('of adding', async ({ shop }) => {
    const cart = await addToCart(shop, await shopperWithHold(shop), neelambari, { quantity: 3 });
    expect(cart).toMatchObject({ notice: null, items: [{ quantity: 3, stock: 3, notes: [] }] });
  });

  it('of changing', async ({ shop }) => {
    const id = await asha(shop);
    await addToCart(shop, id, neelambari, { quantity: 1 });
    await shopperWithHold(shop);
    const cart = await editLine(shop, id, neelambari, 3);
    expect(cart).toMatchObject({ notice: null, items: [{ quantity: 3 }] });
  });

  it('of bringing a guest’s cart in', async ({ shop }) => {
    const id = await shopperWithHold(shop);
    const cart = await mergeGuestCart(shop, id, { key: 'a-guest-cart-0001', items: [entry(2)] });
    expect(cart).toMatchObject({ notice: null, items: [{ quantity: 2, notes: [] }] });
    expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 2, stock: 3 }]);
  });
});

describe('what somebody else is paying for', () => {
  it('stands in the way of adding, changing and bringing in [S-CART-13]', async ({ shop }) => {
    const id = await asha(shop);
    await putAside(shop, 'somebody else', 2, 15);
    const only = { notice: 'Only 1 left.', items: [{ quantity: 1, stock: 1 }] };
    expect(await addToCart(shop, id, neelambari, { quantity: 2 })).toMatchObject(only);
    expect(await editLine(shop, id, neelambari, 3)).toMatchObject(only);
    const brought = await mergeGuestCart(shop, id, { key: 'a-guest-cart-0001', items: [entry(2)] });
    expect(brought).toMatchObject({ items: [{ quantity: 1, stock: 1 }] });
  });

  it('is said to whoever would add or change, where all that is left is being paid for [S-CART-13]', async ({
    shop,
  }) => {
    const id = await asha(shop);
    await addToCart(shop, id, neelambari, { quantity: 1 });
    await putAside(shop, 'somebody else', 3, 15);
    const error = { name: 'being-bought', status: 409 };
    await expect(addToCart(shop, id, neelambari, { quantity: 1 })).rejects.toMatchObject(error);
    await expect(editLine(shop, id, neelambari, 2)).rejects.toMatchObject(error);
  });

  it('stands in the way of a guest until its time is over', async ({ shop }) => {
    await putAside(shop, 'somebody else', 3, 15);
    expect((await quoteGuestCart(shop, [entry(1)])).items).toMatchObject([{ notes: [{ kind: 'sold-out' }] }]);
  });
});

describe('a guest’s cart, looked at', () => {
  it('a hold that has run out does not stand in the way [S-CART-15]', async ({ shop }) => {
    await putAside(shop, 'somebody else', 3, 0);
    expect((await quoteGuestCart(shop, [entry(3)])).items).toMatchObject([{ quantity: 3, notes: [] }]);
  });

  it('nor does it where the size is still to be chosen [S-CART-15]', async ({ shop }) => {
    for (const size of ['S', 'M', 'L', 'XL']) {
      await putAside(shop, `somebody in ${size}`, 1, 0, `${suit}-${size}`);
    }
    await putAside(shop, 'another who wants M', 1, 15, suitM);
    expect((await quoteGuestCart(shop, [{ proId: suit, quantity: 2 }])).items).toMatchObject([
      { stock: 2, notes: [{ kind: 'size' }] },
    ]);
  });
});
