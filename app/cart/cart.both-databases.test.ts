import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { emptyCart, gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { narmada, neelambari, setOnHand, suit, suitM, unpublish } from '../../tests/fixtures/products.ts';
import { asha, signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { listProducts } from '../catalogue/catalogue.server.ts';
import { customers } from '../customers/tables.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { addToCart, editLine, removeLine } from './cart.server.ts';
import { Cart, type GuestEntry } from './contract.ts';
import { mergeGuestCart } from './merge-guest-cart.server.ts';
import { quoteGuestCart, readCart } from './read-cart.server.ts';

/** Variant of the product Harita. It has twelve units in stock. */
const harita = 'TB-SAR-004';
const one = { quantity: 1 };

/** Adds one unit of each product to a cart, one after the other. */
async function fill(shop: Shop, customer: string, ...products: readonly [proId: string, size?: string][]) {
  for (const [proId, size] of products) await addToCart(shop, customer, proId, { quantity: 1, size });
}

it('the cart of a new customer has no items [S-DATA-11]', async ({ shop }) => {
  expect(await readCart(shop, await asha(shop))).toEqual({
    ...{ items: [], count: 0, version: 0, notice: null },
    ...{ subtotal: 0, shippingCost: 0, tax: 0, total: 0 },
  });
});

it('every change of a deleted account’s cart is rejected with `not-signed-in`', async ({ shop }) => {
  const { id } = await signInAs(shop, 'asha@example.in');
  await addToCart(shop, id, stole, one);
  await shop.db.delete(customers).where(eq(customers.id, id));
  const notSignedIn = { name: 'not-signed-in', status: 401 };
  await expect(addToCart(shop, id, stole, one)).rejects.toMatchObject(notSignedIn);
  await expect(editLine(shop, id, stole, 1)).rejects.toMatchObject(notSignedIn);
  await expect(removeLine(shop, id, stole)).rejects.toMatchObject(notSignedIn);
  const merge = { key: 'a-guest-cart-0001', items: [{ proId: stole, quantity: 1 }] };
  await expect(mergeGuestCart(shop, id, merge)).rejects.toMatchObject(notSignedIn);
});

describe('adding a line with the parameter `before`', () => {
  const order = ({ items }: Cart) => items.map(({ proId }) => proId);

  it('inserts the new line before the line with that id, even between lines of one merge [S-CART-06]', async ({
    shop,
  }) => {
    const id = await asha(shop);
    const items = [neelambari, harita, stole].map((proId) => ({ proId, quantity: 1 }));
    await mergeGuestCart(shop, id, { key: 'a-guest-cart-0001', items });
    for (const at of [1, 1, 0, 1]) {
      const { items: lines } = await readCart(shop, id);
      const [removed, next] = [lines[at], lines[at + 1]];
      if (!removed || !next) throw new Error('The cart has three lines.');
      await removeLine(shop, id, removed.id);
      const cart = await addToCart(shop, id, removed.proId, { quantity: 1, before: next.id.toUpperCase() });
      expect(order(cart)).toEqual([neelambari, harita, stole]);
    }
  });

  it('appends the new line if `before` is not the id of a line in the same cart', async ({ shop }) => {
    const id = await asha(shop);
    const { items } = await addToCart(shop, (await signInAs(shop, 'ravi@example.in')).id, stole, one);
    for (const before of ['5d7c1f0e-0000-4000-8000-000000000000', 'none', items[0]?.id]) {
      await emptyCart(shop, id);
      await addToCart(shop, id, neelambari, one);
      shop.clock.advance(1000);
      expect(order(await addToCart(shop, id, harita, { quantity: 1, before }))).toEqual([neelambari, harita]);
    }
  });
});

describe('adding a product', () => {
  it('returns a cart line with the product’s name, price, image and link [S-DATA-10 S-DATA-06 Q-075]', async ({
    shop,
  }) => {
    const cart = await addToCart(shop, await asha(shop), neelambari, { quantity: 2 });
    expect(Cart.parse(cart)).toEqual(cart);
    const [line] = cart.items;
    const [name, file] = ['Neelambari Pochampally Ikat Saree', line?.picture?.file];
    expect(line).toMatchObject({
      ...{
        id: line?._id,
        proId: neelambari,
        productName: name,
        title: name,
        size: neelambari,
        sizeLabel: null,
      },
      ...{ proPrice: 9800, price: 19_600, quantity: 2, mrp: 11_500, stock: 3, notes: [] },
      ...{ img1: file, image: file, url: `/Sarees/neelambari-pochampally-ikat-saree/${neelambari}` },
    });
    expect(line?.picture?.alt).not.toBe('');
    expect(line?.from).toMatch(/\S/);
  });

  it('caps the line at the available stock and returns a notice [S-CART-13]', async ({ shop }) => {
    const id = await asha(shop);
    await addToCart(shop, id, neelambari, { quantity: 2 });
    const cart = await addToCart(shop, id, neelambari, { quantity: 2 });
    expect(cart).toMatchObject({ notice: 'Only 3 left.', items: [{ quantity: 3, notes: [] }] });
    await setOnHand(shop, neelambari, 10);
    expect((await readCart(shop, id)).items).toMatchObject([{ quantity: 3 }]);
  });

  it.for([
    [narmada, undefined, { name: 'sold-out', status: 409 }],
    ['TB-SUT-002', 'TB-SUT-002-XL', { name: 'sold-out', status: 409 }],
    ['TB-SAR-999', undefined, { name: 'no-such-product', status: 404 }],
    [gulnar, undefined, { name: 'no-such-product', status: 404 }], // It is unpublished.
    [suit, undefined, { name: 'size-needed', status: 400 }],
    [suit, 'TB-SUT-001-XXL', { name: 'no-such-size', status: 404 }],
    [suit, 'TB-SUT-002-M', { name: 'no-such-size', status: 404 }],
  ] as const)(
    'is rejected for the product %s with the size %s, and does not change the cart',
    async ([proId, size, problem], { shop }) => {
      const id = await asha(shop);
      await unpublish(shop, gulnar);
      await addToCart(shop, id, stole, one);
      await expect(addToCart(shop, id, proId, { quantity: 1, size })).rejects.toMatchObject(problem);
      expect(await readCart(shop, id)).toMatchObject({ count: 1, version: 1 });
    },
  );
});

describe('setting a quantity', () => {
  it('accepts a line id, variant id or product number [S-CART-12 S-CART-13 S-CART-14]', async ({ shop }) => {
    const id = await asha(shop);
    const [line] = (await addToCart(shop, id, suit, { quantity: 1, size: suitM })).items;
    for (const [name, quantity] of [
      [line?.id ?? '', 2],
      [line?.id.toUpperCase() ?? '', 1],
      [suitM, 2],
      [suit, 1],
    ] as const) {
      const cart = await editLine(shop, id, name, quantity);
      expect(cart).toMatchObject({ notice: null, items: [{ id: line?.id, quantity }] });
    }
    await fill(shop, id, [suit, 'TB-SUT-001-L']);
    await expect(editLine(shop, id, suit, 2)).rejects.toMatchObject({ name: 'size-needed' });
  });
});

it('lines can be removed by line id, variant id or product number [S-API-19 S-API-20 Q-129]', async ({
  shop,
}) => {
  const id = await asha(shop);
  await fill(shop, id, [stole], [suit, suitM], [suit, 'TB-SUT-001-L'], [gulnar]);
  const before = await readCart(shop, id);
  const line = before.items.find(({ proId }) => proId === gulnar);
  expect((await removeLine(shop, id, line?._id ?? '')).count).toBe(3);
  expect((await removeLine(shop, id, suitM)).count).toBe(2);
  await addToCart(shop, id, suit, { quantity: 1, size: suitM });
  const cart = await removeLine(shop, id, suit.toLowerCase());
  expect(cart.items.map(({ proId }) => proId)).toEqual([stole]);
});

describe('the cart of a customer', () => {
  it('cannot be read or changed by another customer [S-CART-23 S-ROLE-04]', async ({ shop }) => {
    const id = await asha(shop);
    const meera = (await signInAs(shop, 'meera@example.in')).id;
    const [line] = (await addToCart(shop, id, stole, { quantity: 5 })).items;
    const before = await readCart(shop, id);
    await addToCart(shop, meera, neelambari, one);
    const noLine = { name: 'no-such-line', status: 404 };
    for (const name of [
      line?.id ?? '',
      stole,
      'nothing',
      '00000000-0000-0000-0000-000000000000',
      '%',
      "'; --",
    ]) {
      await expect(editLine(shop, meera, name, 2)).rejects.toMatchObject(noLine);
      await expect(removeLine(shop, meera, name)).rejects.toMatchObject(noLine);
    }
    expect(await readCart(shop, meera)).toMatchObject({
      version: 1,
      items: [{ proId: neelambari, quantity: 1 }],
    });
    expect(await readCart(shop, id)).toEqual(before);
  });

  it('contains exactly the added units, even if another customer’s cart contains the same product', async ({
    shop,
  }) => {
    const meera = (await signInAs(shop, 'meera@example.in')).id;
    await addToCart(shop, meera, stole, { quantity: 5 });
    const { items } = await addToCart(shop, await asha(shop), stole, one);
    expect(items).toMatchObject([{ proId: stole, quantity: 1 }]);
  });
});

it('the merge of a guest’s cart runs six SQL statements, and any other change of a cart at most four [S-CART-17]', async ({
  shop,
}) => {
  const id = await asha(shop);
  const { products } = await listProducts(shop, { sort: 'featured', limit: 30, offset: 0 });
  const entries: GuestEntry[] = products.map(({ proId, sizes }) => ({
    proId,
    quantity: 2,
    size: sizes[0]?.id,
  }));
  const merge = (key: string, count: number) => () =>
    mergeGuestCart(shop, id, { key, items: entries.slice(0, count) });

  expect(await countStatements(merge('a-cart-with-one-entry', 1))).toBe(6);
  expect(await countStatements(merge('a-cart-with-thirty', 30))).toBe(6);
  expect(await countStatements(merge('a-cart-with-thirty', 30))).toBe(3);
  expect((await readCart(shop, id)).count).toBe(30);
  expect(await countStatements(() => readCart(shop, id))).toBe(1);
  expect(await countStatements(() => quoteGuestCart(shop, entries))).toBe(1);
  expect(await countStatements(() => addToCart(shop, id, 'TB-STO-001', { quantity: 1 }))).toBe(4);
  expect(await countStatements(() => editLine(shop, id, 'TB-STO-001', 2))).toBe(4);
  expect(await countStatements(() => removeLine(shop, id, 'TB-STO-001'))).toBe(3);
});
