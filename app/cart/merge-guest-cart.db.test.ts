import { describe, expect } from 'vitest';
import { stole } from '../../tests/fixtures/checkout.ts';
import { narmada, neelambari, setOnHand, suit, suitM, unpublish } from '../../tests/fixtures/products.ts';
import { asha, signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { stockLevels } from '../stock/tables.server.ts';
import { addToCart, removeLine } from './cart.server.ts';
import { CartMerge, MergedCart } from './contract.ts';
import { maxLines } from './limits.ts';
import { mergeGuestCart } from './merge-guest-cart.server.ts';
import { readCart } from './read-cart.server.ts';
import { cartMerges } from './tables.server.ts';

const key = 'a-guest-cart-0001';

/** Parses a guest’s cart with the schema of the endpoint. */
const guest = (items: readonly object[]) => CartMerge.parse({ key, items });
const quantitiesOf = ({ items }: { items: readonly { size: string | null; quantity: number }[] }) =>
  Object.fromEntries(items.map(({ size, quantity }) => [size, quantity]));

describe('merging a guest’s cart', () => {
  it('adds all lines in the order of the guest’s cart, as one change [S-CART-17 Q-057]', async ({ shop }) => {
    const id = await asha(shop);
    const items = [
      { proId: suit, quantity: 2, size: suitM },
      { proId: stole, quantity: 3 },
      { proId: neelambari, quantity: 1 },
    ];
    const cart = await mergeGuestCart(shop, id, guest(items));
    expect(MergedCart.parse(cart)).toEqual(cart);
    expect(cart).toMatchObject({ count: 3, subtotal: 18_850, version: 1, notice: null, waiting: [] });
    expect(cart.items.map(({ size }) => size)).toEqual([suitM, stole, neelambari]);
    expect(await readCart(shop, id)).toMatchObject({ items: cart.items });
  });

  it('adds exactly the guest’s units, even if another customer’s cart contains the same product', async ({
    shop,
  }) => {
    const meera = (await signInAs(shop, 'meera@example.in')).id;
    await addToCart(shop, meera, stole, { quantity: 5 });
    const cart = await mergeGuestCart(shop, await asha(shop), guest([{ proId: stole, quantity: 3 }]));
    expect(quantitiesOf(cart)).toEqual({ [stole]: 3 });
  });

  it('reduces quantities to the available units, and keeps sold-out products in the cart, with a notice about both [S-CART-13 Q-057]', async ({
    shop,
  }) => {
    const items = [
      { proId: neelambari, quantity: 4 },
      { proId: narmada, quantity: 2 },
    ];
    const id = await asha(shop);
    const cart = await mergeGuestCart(shop, id, guest(items));
    expect(cart).toMatchObject({
      notice: 'Neelambari Pochampally Ikat Saree: Only 3 left. Narmada Maheshwari Saree is sold out.',
      subtotal: 3 * 9800,
      items: [{ quantity: 3 }, { proId: narmada, quantity: 2, price: 0, notes: [{ kind: 'sold-out' }] }],
    });
    await setOnHand(shop, neelambari, 10);
    expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 3 }, {}]);
  });

  it('does not add lines without a valid size, but returns them, and names unknown products in the notice [Q-057]', async ({
    shop,
  }) => {
    await unpublish(shop, neelambari);
    const items = [
      { proId: 'TB-SAR-999', quantity: 1 },
      { proId: neelambari, quantity: 1, productName: 'My blue saree' },
      { proId: suit, quantity: 2 },
      { proId: suit, quantity: 1, size: suitM },
      { proId: 'TB-SUT-002', quantity: 1, size: 'TB-SUT-002-XXL' },
    ];
    const cart = await mergeGuestCart(shop, await asha(shop), guest(items));
    expect(cart.notice).toBe('TB-SAR-999 and My blue saree are no longer in the shop.');
    expect(quantitiesOf(cart)).toEqual({ [suitM]: 1 });
    expect(cart.waiting).toMatchObject([items[2], items[4]]);
  });

  it('accepts lines that older versions of the page have stored [S-DATA-13 Q-119]', async ({ shop }) => {
    const items = [
      { proId: stole, quantity: '4' },
      { proId: neelambari, quantity: null, size: '', price: '₹9,800', productName: 7, colour: 'blue' },
      { proId: narmada },
    ];
    const cart = await mergeGuestCart(shop, await asha(shop), guest(items));
    expect(quantitiesOf(cart)).toEqual({ [stole]: 4, [neelambari]: 1, [narmada]: 1 });
  });

  it('uses the guest’s price only for the note about a price change [Q-056]', async ({ shop }) => {
    const items = [
      { proId: stole, quantity: 1, proPrice: 1, price: 1 },
      { proId: neelambari, quantity: 1, proPrice: 9800 },
      { proId: 'TB-STO-002', quantity: 1, proPrice: 1e300 },
      { proId: 'TB-STO-004', quantity: 1, proPrice: 'free' },
    ];
    const cart = await mergeGuestCart(shop, await asha(shop), guest(items));
    expect(cart.subtotal).toBe(450 + 9800 + 1850 + 2350);
    expect(cart.items.flatMap(({ proId, notes }) => notes.map(({ words }) => [proId, words]))).toEqual([
      [stole, '₹1 when you added it, now ₹450.'],
    ]);
  });
});

describe('a further merge of a guest’s cart', () => {
  it('changes nothing and returns the cart if the merge key is the same as before [S-CART-18 Q-057]', async ({
    shop,
  }) => {
    const id = await asha(shop);
    const cart = guest([
      { proId: stole, quantity: 3 },
      { proId: suit, quantity: 1 },
    ]);
    const first = await mergeGuestCart(shop, id, cart);
    expect(await mergeGuestCart(shop, id, cart)).toEqual(first);
    expect(await readCart(shop, id)).toMatchObject({ version: 1, items: [{ quantity: 3 }] });
    const meera = (await signInAs(shop, 'meera@example.in')).id;
    expect(quantitiesOf(await mergeGuestCart(shop, meera, cart))).toEqual({ [stole]: 3 });
  });

  it('deletes the customer’s merge keys that are older than 90 days, but not those of other customers', async ({
    shop,
  }) => {
    const [id, meera] = [await asha(shop), (await signInAs(shop, 'meera@example.in')).id];
    const now = shop.clock.now().getTime();
    const mergeRow = (customerId: string, mergeKey: string, days: number) => ({
      customerId,
      key: mergeKey,
      mergedAt: new Date(now - days * 24 * 60 * 60_000),
    });
    await shop.db
      .insert(cartMerges)
      .values([mergeRow(id, 'of-old', 91), mergeRow(id, 'of-late', 89), mergeRow(meera, 'of-old', 91)]);
    await mergeGuestCart(shop, id, guest([{ proId: stole, quantity: 1 }]));
    const rows = await shop.db.select().from(cartMerges).orderBy(cartMerges.key);
    expect(rows.map((row) => row.key)).toEqual([key, 'of-late', 'of-old']);
    expect(rows.at(-1)?.customerId).toBe(meera);
  });

  it('is accepted with the key of a merge that was rejected because of too many lines [S-CART-20 Q-057]', async ({
    shop,
  }) => {
    const id = await asha(shop);
    await shop.db
      .insert(stockLevels)
      .values([...Array(maxLines).keys()].map((n) => ({ variantId: `FULL-${n}`, onHand: 1 })));
    await shop.db.execute(
      `insert into variants (id, product_id, label, position)
       select variant_id, '${suit}', variant_id, 100 + row_number() over () from stock_levels where variant_id like 'FULL-%'`,
    );
    const many = [...Array(maxLines).keys()].map((n) => ({ proId: suit, quantity: 1, size: `FULL-${n}` }));
    await addToCart(shop, id, stole, { quantity: 1 });
    const full = { name: 'cart-full', status: 409 };
    await expect(mergeGuestCart(shop, id, guest(many))).rejects.toMatchObject(full);
    expect(await readCart(shop, id)).toMatchObject({ count: 1, version: 1 });
    await removeLine(shop, id, stole);
    expect((await mergeGuestCart(shop, id, guest(many))).count).toBe(maxLines);
    await expect(addToCart(shop, id, stole, { quantity: 1 })).rejects.toMatchObject(full);
    expect((await addToCart(shop, id, suit, { quantity: 1, size: 'FULL-0' })).count).toBe(maxLines);
  });
});
