import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { holdFor } from '../../tests/fixtures/holds.ts';
import { publishSaree, saree } from '../../tests/fixtures/product-input.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { sellStock } from '../stock/holds.server.ts';
import { listStockMovements } from '../stock/stock.server.ts';
import { readProduct } from './catalogue.server.ts';
import { createProduct, duplicateProduct, editProduct, setProductState } from './edit-product.server.ts';
import type { AdminProduct } from './for-staff/contract.ts';
import { listUsedLabels, readStaffProduct } from './for-staff/read-products.server.ts';
import { listLabels } from './labels.server.ts';
import { readMenus } from './menus.server.ts';
import { proposeNumber } from './product-number.server.ts';
import { inputOf, type ProductInput } from './product-rules.ts';
import { searchProducts } from './search/search.server.ts';
import { searchDictionary } from './tables.server.ts';

const edit = (shop: Shop, product: AdminProduct, change: Partial<ProductInput>) =>
  editProduct(shop, product.id, product.version, { ...inputOf(product), ...change });

const sizesOf = (...sizes: [label: string, quantity: number][]) =>
  sizes.map(([label, quantity]) => ({ label, quantity }));

const sizeAndStock = ({ label, onHand }: { label: string | null; onHand: number }) => `${label} ${onHand}`;

const isFound = async (shop: Shop, text: string, id: string) =>
  (await searchProducts(shop, text, 50)).some(({ proId }) => proId === id);

const countOfWord = async (shop: Shop, word: string) => {
  const [found] = await shop.db.select().from(searchDictionary).where(eq(searchDictionary.word, word));
  return found?.productCount ?? 0;
};

describe('creating a product', () => {
  it('inserts a draft that shoppers cannot see, with the next number of its category', async ({ shop }) => {
    const product = await createProduct(shop, saree);
    expect(product).toMatchObject({ id: 'TB-SAR-013', state: 'draft', version: 0, crafts: ['Kota Doria'] });
    expect(product.sizes).toEqual([{ id: 'TB-SAR-013', label: null, onHand: 2, held: 0, available: 2 }]);
    await expect(readProduct(shop, product.id)).rejects.toMatchObject({ name: 'no-such-product' });
    expect(await proposeNumber(shop, 'Sarees')).toBe('TB-SAR-014');
  });

  it('inserts each new craft and fabric once', async ({ shop }) => {
    const product = await createProduct(shop, { ...saree, crafts: ['Feather weave', 'kota doria'] });
    expect(product.crafts).toEqual(['Feather weave', 'Kota Doria']);
    const { crafts } = await listLabels(shop);
    expect(crafts.filter((name) => /kota doria|feather/i.test(name))).toHaveLength(2);
    // The menus do not show a craft without a published product.
    expect((await readMenus(shop)).crafts.some(({ name }) => name === 'Feather weave')).toBe(false);
  });

  it('accepts a number that the owner has chosen, but not for a second product', async ({ shop }) => {
    expect(await createProduct(shop, { ...saree, id: 'KOTA-7' })).toMatchObject({ id: 'KOTA-7' });
    const taken = { name: 'number-taken', fields: [{ field: 'id' }] };
    await expect(createProduct(shop, { ...saree, id: 'kota-7' })).rejects.toMatchObject(taken);
  });

  it('rejects an invalid product, with an error that names the field', async ({ shop }) => {
    for (const [field, change] of [
      ['name', { name: ' ' }],
      ['price', { pricePaise: 0 }],
      ['mrp', { mrpPaise: 400_000 }],
      ['crafts', { crafts: ['A', 'B', 'C', 'D', 'E', 'F'] }],
      ['fabrics', { fabrics: ['Silk', 'silk '] }],
      ['sizes', { sizes: [] }],
      ['sizes', { sizes: [{ label: 'M' }, { label: 'm' }] }],
      ['sizes', { sizes: [{ label: 'M' }, { label: null }] }],
    ] as const) {
      const fields = expect.arrayContaining([expect.objectContaining({ field })]);
      const created = createProduct(shop, { ...saree, ...change });
      await expect(created).rejects.toMatchObject({ name: 'invalid-product', fields });
    }
  });

  it('adds the product’s words to the search only when the product is published [S-SRCH-01]', async ({
    shop,
  }) => {
    const product = await createProduct(shop, { ...saree, fabrics: [] });
    await expect(setProductState(shop, product.id, 0, 'live')).rejects.toMatchObject({
      name: 'not-ready',
      fields: [{ field: 'images' }, { field: 'fabrics' }],
    });
    expect(await isFound(shop, 'wagtail', product.id)).toBe(false);
    const { id } = await publishSaree(shop);
    for (const text of ['wagtail', 'kota doria', 'sparrow grey', 'kaithun', id])
      expect(await isFound(shop, text, id), text).toBe(true);
  });

  it('can copy another product as a draft, without its images and stock', async ({ shop }) => {
    const copy = await duplicateProduct(shop, 'TB-COR-001');
    expect(copy).toMatchObject({ state: 'draft', images: [], crafts: ['Ajrakh'], id: 'TB-COR-007' });
    expect(copy.sizes.map(sizeAndStock)).toEqual(['S 0', 'M 0', 'L 0', 'XL 0']);
  });

  it('offers the types, colours and HSN codes of other products, the most used first', async ({ shop }) => {
    const labels = await listUsedLabels(shop);
    expect(labels.types.length).toBeGreaterThan(3);
    expect(labels.hsns[0]).toBe('6211');
    expect(labels.colours.find(({ name }) => name === 'Lac red')?.family).toMatch(/red/i);
  });
});

describe('changing a product', () => {
  it('shows shoppers the new texts at once, also in the search', async ({ shop }) => {
    const product = await publishSaree(shop);
    const changed = await edit(shop, product, { name: 'Bulbul Kota Doria Saree', pricePaise: 410_000 });
    expect(changed.version).toBe(product.version + 1);
    const shown = { productName: 'Bulbul Kota Doria Saree', price: 4100 };
    expect(await readProduct(shop, product.id)).toMatchObject(shown);
    expect(await isFound(shop, 'bulbul', product.id)).toBe(true);
    expect(await isFound(shop, 'wagtail', product.id)).toBe(false);
    expect([await countOfWord(shop, 'bulbul'), await countOfWord(shop, 'wagtail')]).toEqual([1, 0]);
  });

  it('rejects a change that is based on an older version, and overwrites nothing', async ({ shop }) => {
    const product = await publishSaree(shop);
    await edit(shop, product, { pricePaise: 390_000 });
    const changed = { name: 'changed-meanwhile', status: 409 };
    await expect(edit(shop, product, { name: 'Another name' })).rejects.toMatchObject(changed);
    expect(await readStaffProduct(shop, product.id)).toMatchObject({ name: saree.name, price: 3900 });
  });

  it('accepts only one of two concurrent changes, while concurrent creations of products all succeed', async ({
    ownShop,
  }) => {
    const created = await Promise.all(Array.from({ length: 6 }, () => createProduct(ownShop, saree)));
    expect(new Set(created.map(({ id }) => id)).size).toBe(6);
    const both = created
      .slice(0, 1)
      .flatMap((one) => ['One', 'Two'].map((name) => edit(ownShop, one, { name })));
    const statuses = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps the stock of existing sizes, adds new sizes with stock, and can exchange the names of two sizes', async ({
    shop,
  }) => {
    const product = await createProduct(shop, { ...saree, sizes: sizesOf(['S', 1], ['M', 2]) });
    const [small, medium] = product.sizes.map((size) => size.id);
    const sizes = [...sizesOf(['L', 5]), { id: medium, label: 'S' }, { id: small, label: 'M' }];
    const changed = await edit(shop, product, { sizes });
    expect(changed.sizes).toEqual([
      { id: `${product.id}-L`, label: 'L', onHand: 5, held: 0, available: 5 },
      { id: medium, label: 'S', onHand: 2, held: 0, available: 2 },
      { id: small, label: 'M', onHand: 1, held: 0, available: 1 },
    ]);
  });

  it('removes a size without orders, and adds it again later', async ({ shop }) => {
    const product = await createProduct(shop, { ...saree, sizes: sizesOf(['S', 3], ['M', 1]) });
    const medium = { id: product.sizes[1]?.id, label: 'M' };
    const without = await edit(shop, product, { sizes: [medium] });
    expect(without.sizes.map(sizeAndStock)).toEqual(['M 1']);
    const movements = await listStockMovements(shop, [`${product.id}-S`], 10);
    expect(movements.reduce((sum, { change }) => sum + change, 0)).toBe(0);
    const again = await edit(shop, without, { sizes: [...sizesOf(['S', 2]), medium] });
    expect(again.sizes.map(sizeAndStock)).toEqual(['S 2', 'M 1']);
  });

  it('does not remove a size that is ordered or held', async ({ shop }) => {
    const sizes = sizesOf(['S', 1], ['M', 1], ['L', 1]);
    const product = await createProduct(shop, { ...saree, sizes });
    const [small, medium, large] = product.sizes.map(({ id }) => id);
    if (!small || !medium || !large) throw new Error('three sizes');
    await sellStock(shop, [{ variantId: small, count: 1 }], { reference: 'TB-1', owner: 'asha' });
    await holdFor(shop, 'bina', [{ variantId: medium, count: 1 }]);
    await expect(edit(shop, product, { sizes: [{ id: large, label: 'L' }] })).rejects.toMatchObject({
      name: 'size-in-use',
      fields: [{ field: 'sizes', message: 'In an order or being paid for: S, M.' }],
    });
  });

  it('can archive the product, and restore it as a draft', async ({ shop }) => {
    const product = await publishSaree(shop);
    const archived = await setProductState(shop, product.id, product.version, 'archived');
    await expect(readProduct(shop, product.id)).rejects.toMatchObject({ name: 'no-such-product' });
    const restored = await setProductState(shop, product.id, archived.version, 'draft');
    expect(restored.state).toBe('draft');
  });
});
