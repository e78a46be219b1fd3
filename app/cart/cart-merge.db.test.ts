import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { products } from '../catalogue/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { stockLevels } from '../stock/tables.server.ts';
import { addToCart, readCart, removeLine } from './cart.server.ts';
import { mergeGuestCart } from './cart-merge.server.ts';
import { CartMerge, MergedCart, maxLines } from './contract.ts';
import { cartMerges } from './tables.server.ts';

const neelambari = 'TB-SAR-005';
const narmada = 'TB-SAR-009';
const stole = 'TB-STO-001';
const suit = 'TB-SUT-001';
const suitM = 'TB-SUT-001-M';

const key = 'a-guest-cart-0001';
const asha = async (shop: Shop) => (await signInAs(shop, 'asha@example.in')).id;

/** As it would come through the door. */
const guest = (items: readonly object[], name = key) => CartMerge.parse({ key: name, items });
const held = ({ items }: { items: readonly { size: string | null; quantity: number }[] }) =>
  Object.fromEntries(items.map(({ size, quantity }) => [size, quantity]));

describe('bringing a guest’s cart in', () => {
  it('everything comes along, in one go and in its order [S-CART-17 Q-057]', async ({ shop }) => {
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

  it('what both have is added up [S-CART-17]', async ({ shop }) => {
    const id = await asha(shop);
    await addToCart(shop, id, stole, { quantity: 4 });
    await addToCart(shop, id, neelambari, { quantity: 1 });
    const cart = await mergeGuestCart(shop, id, guest([{ proId: stole, quantity: 3 }]));
    expect(held(cart)).toEqual({ [stole]: 7, [neelambari]: 1 });
  });

  it('counts nothing that others have in theirs', async ({ shop }) => {
    const meera = (await signInAs(shop, 'meera@example.in')).id;
    await addToCart(shop, meera, stole, { quantity: 5 });
    const cart = await mergeGuestCart(shop, await asha(shop), guest([{ proId: stole, quantity: 3 }]));
    expect(held(cart)).toEqual({ [stole]: 3 });
  });

  it('entries of one variant are added up', async ({ shop }) => {
    const twice = guest([
      { proId: stole, quantity: 3 },
      { proId: stole.toLowerCase(), quantity: 2, size: stole },
    ]);
    expect(held(await mergeGuestCart(shop, await asha(shop), twice))).toEqual({ [stole]: 5 });
  });

  it('at most what can be sold, and says which [S-CART-13]', async ({ shop }) => {
    const id = await asha(shop);
    await addToCart(shop, id, neelambari, { quantity: 2 });
    const cart = await mergeGuestCart(shop, id, guest([{ proId: neelambari, quantity: 2 }]));
    expect(cart).toMatchObject({
      notice: 'Neelambari Pochampally Ikat Saree: Only 3 left.',
      items: [{ quantity: 3 }],
    });
    await shop.db.update(stockLevels).set({ onHand: 10 }).where(eq(stockLevels.variantId, neelambari));
    expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 3 }]);
  });

  it('what is sold out comes along as such a line [Q-057]', async ({ shop }) => {
    const cart = await mergeGuestCart(shop, await asha(shop), guest([{ proId: narmada, quantity: 2 }]));
    expect(cart).toMatchObject({
      notice: 'Narmada Maheshwari Saree is sold out.',
      subtotal: 0,
      items: [{ proId: narmada, quantity: 2, price: 0, notes: [{ kind: 'sold-out' }] }],
    });
  });

  it('what the shop no longer has is named [Q-057]', async ({ shop }) => {
    await shop.db.update(products).set({ published: false }).where(eq(products.id, neelambari));
    const items = [
      { proId: 'TB-SAR-999', quantity: 1 },
      { proId: neelambari, quantity: 1, productName: 'My blue saree' },
      { proId: stole, quantity: 1 },
    ];
    const cart = await mergeGuestCart(shop, await asha(shop), guest(items));
    expect(cart.notice).toBe('TB-SAR-999 and My blue saree are no longer in the shop.');
    expect(held(cart)).toEqual({ [stole]: 1 });
  });

  it('a size that is still to be chosen waits', async ({ shop }) => {
    const items = [
      { proId: suit, quantity: 2 },
      { proId: suit, quantity: 1, size: suitM },
      { proId: 'TB-SUT-002', quantity: 1, size: 'TB-SUT-002-XXL' },
    ];
    const cart = await mergeGuestCart(shop, await asha(shop), guest(items));
    expect(held(cart)).toEqual({ [suitM]: 1 });
    expect(cart.waiting).toMatchObject([items[0], items[2]]);
  });

  it('understands what older pages kept [S-DATA-13 Q-119]', async ({ shop }) => {
    const items = [
      { proId: stole, quantity: '4' },
      { proId: neelambari, quantity: null, size: '', price: '₹9,800', productName: 7, colour: 'blue' },
      { proId: narmada },
    ];
    const cart = await mergeGuestCart(shop, await asha(shop), guest(items));
    expect(held(cart)).toEqual({ [stole]: 4, [neelambari]: 1, [narmada]: 1 });
  });

  it('the guest’s price is never charged; it only tells that the price has changed [Q-056]', async ({
    shop,
  }) => {
    const items = [
      { proId: stole, quantity: 1, proPrice: 1, price: 1 },
      { proId: neelambari, quantity: 1, proPrice: 9800 },
      { proId: 'TB-STO-002', quantity: 1, proPrice: 1e300 },
      { proId: 'TB-STO-004', quantity: 1, proPrice: 'free' },
    ];
    const cart = await mergeGuestCart(shop, await asha(shop), guest(items));
    expect(cart.subtotal).toBe(450 + 9800 + 1850 + 2350);
    expect(cart.items.map(({ notes }) => notes.map(({ words: text }) => text))).toEqual([
      ['₹1 when you added it, now ₹450.'],
      [],
      [],
      [],
    ]);
  });
});

describe('bringing it in again', () => {
  it('changes nothing, and answers the cart [S-CART-18 Q-057]', async ({ shop }) => {
    const id = await asha(shop);
    const cart = guest([
      { proId: stole, quantity: 3 },
      { proId: suit, quantity: 1 },
    ]);
    const first = await mergeGuestCart(shop, id, cart);
    expect(await mergeGuestCart(shop, id, cart)).toEqual(first);
    expect(await readCart(shop, id)).toMatchObject({ version: 1, items: [{ quantity: 3 }] });
  });

  it('does not bring back what was taken out since', async ({ shop }) => {
    const id = await asha(shop);
    const cart = guest([{ proId: stole, quantity: 3 }]);
    await mergeGuestCart(shop, id, cart);
    await removeLine(shop, id, stole);
    expect((await mergeGuestCart(shop, id, cart)).items).toEqual([]);
  });

  it('a guest cart is known for 90 days, and nobody else’s is forgotten with it', async ({ shop }) => {
    const [id, meera] = [await asha(shop), (await signInAs(shop, 'meera@example.in')).id];
    const now = shop.clock.now().getTime();
    const merged = (customerId: string, name: string, days: number) => ({
      customerId,
      key: name,
      mergedAt: new Date(now - days * 24 * 60 * 60_000),
    });
    await shop.db
      .insert(cartMerges)
      .values([merged(id, 'of-old', 91), merged(id, 'of-late', 89), merged(meera, 'of-old', 91)]);
    await mergeGuestCart(shop, id, guest([{ proId: stole, quantity: 1 }]));
    const stored = await shop.db.select().from(cartMerges).orderBy(cartMerges.key);
    expect(stored.map((row) => row.key)).toEqual([key, 'of-late', 'of-old']);
    expect(stored.at(-1)?.customerId).toBe(meera);
  });

  it('another cart, and another shopper with the same key, count', async ({ shop }) => {
    const id = await asha(shop);
    const meera = (await signInAs(shop, 'meera@example.in')).id;
    const items = [{ proId: stole, quantity: 3 }];
    await mergeGuestCart(shop, id, guest(items));
    expect(held(await mergeGuestCart(shop, id, guest(items, 'a-guest-cart-0002')))).toEqual({ [stole]: 6 });
    expect(held(await mergeGuestCart(shop, meera, guest(items)))).toEqual({ [stole]: 3 });
  });

  it('after a failure nothing is in, and the same key works [S-CART-20 Q-057]', async ({ shop }) => {
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
  });
});
