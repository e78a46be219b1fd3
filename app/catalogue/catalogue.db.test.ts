import { describe, expect } from 'vitest';
import { listSeedProducts } from '../../seeds/seed.server.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import {
  findCategory,
  listCategories,
  listLatest,
  listProductsWithVideo,
  listRelated,
  readProduct,
} from './catalogue.server.ts';
import { insertProducts, type NewProduct } from './create-product.server.ts';
import { readMenus } from './menus.server.ts';
import { findMatches } from './search/search.server.ts';

const world = listSeedProducts();

const newestOf = (products: readonly NewProduct[]) =>
  products.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(({ id }) => id);

const idsOf = (products: readonly { proId: string }[]) => products.map(({ proId }) => proId);

const unpublish = (shop: Shop, id: string) =>
  shop.db.execute(`update products set published = false where id = '${id}'`);

describe('the latest products', () => {
  it('are the eight newest, newest first [S-HOME-15 S-CONST-10 Q-037]', async ({ shop }) => {
    expect(idsOf(await listLatest(shop, 8))).toEqual(newestOf(world).slice(0, 8));
  });

  it('exclude unpublished products [S-HOME-15]', async ({ shop }) => {
    await unpublish(shop, 'TB-COR-006');
    expect(idsOf(await listLatest(shop, 8))).toEqual(newestOf(world).slice(1, 9));
  });
});

describe('the products with a video', () => {
  it('are listed newest first, up to the limit [S-HOME-21 Q-041]', async ({ shop }) => {
    expect(idsOf(await listProductsWithVideo(shop, 10))).toEqual(['TB-DUP-003', 'TB-STO-003', 'TB-SAR-001']);
    expect(await listProductsWithVideo(shop, 2)).toHaveLength(2);
  });
});

describe('the related products', () => {
  it('are of the same category, without the product itself [S-PDP-17 Q-050]', async ({ shop }) => {
    const gulnar = await readProduct(shop, 'TB-SAR-001');
    const related = await listRelated(shop, gulnar, 12);
    expect(related).toHaveLength(11);
    expect(new Set(related.map(({ catName }) => catName))).toEqual(new Set(['Sarees']));
    expect(idsOf(related)).not.toContain('TB-SAR-001');
    expect(await listRelated(shop, gulnar, 4)).toHaveLength(4);
  });

  it('list products in stock before sold-out products [S-PDP-17 Q-050]', async ({ shop }) => {
    const related = await listRelated(shop, await readProduct(shop, 'TB-COR-001'), 12);
    expect(idsOf(related)).toEqual(['TB-COR-002', 'TB-COR-003', 'TB-COR-005', 'TB-COR-006', 'TB-COR-004']);
  });
});

describe('the menus', () => {
  it.for(['crafts', 'fabrics'] as const)(
    'list each of the %s once, by name, with its number of products [S-HDR-11 S-HDR-12 S-CONST-11 Q-024]',
    async (kind, { shop }) => {
      const menu = (await readMenus(shop))[kind];
      expect(menu.map(({ name }) => name).toSorted()).toEqual(
        [...new Set(world.flatMap((one) => one[kind]))].toSorted(),
      );
      for (const { name, count } of menu)
        expect([name, count]).toEqual([name, world.filter((one) => one[kind].includes(name)).length]);
    },
  );

  it('have an image of one of its products for each entry [S-HDR-11]', async ({ shop }) => {
    for (const { name, img } of (await readMenus(shop)).crafts) {
      const own = world.filter((product) => product.crafts.includes(name)).flatMap(({ images }) => images);
      expect(own.map(({ file }) => file)).toContain(img);
    }
  });

  it('omit a craft whose only product is unpublished [S-HDR-11]', async ({ shop }) => {
    await unpublish(shop, 'TB-SAR-002');
    expect((await readMenus(shop)).crafts.map(({ name }) => name)).not.toContain('Kanjivaram');
  });
});

describe('finding a category by name or slug', () => {
  it('returns the category with the number of its products [S-DATA-02]', async ({ shop }) => {
    await unpublish(shop, 'TB-STO-001');
    expect((await findCategory(shop, 'stoles'))?.pieces).toBe(3);
    expect(await findCategory(shop, 'stoles')).toEqual(
      (await listCategories(shop)).find(({ slug }) => slug === 'Stoles'),
    );
  });
});

describe('inserting a product', () => {
  const [gulnar] = world;

  function newProduct(change: Partial<NewProduct>): NewProduct[] {
    return gulnar ? [{ ...gulnar, id: 'TB-SAR-099', name: 'Zephyr Saree', ...change }] : [];
  }

  it('creates the sizes with their stock, and adds it to the search [S-DATA-03]', async ({ shop }) => {
    const sizes = ['S', 'M'].map((label, index) => ({ label, quantity: 2 - 2 * index }));
    await insertProducts(shop, newProduct({ sizes }), 'a test');
    const product = await readProduct(shop, 'TB-SAR-099');
    expect(product.quantity).toBe(2);
    expect(product.sizes).toMatchObject(sizes);
    expect(await findMatches(shop, 'zefyr', 5)).toEqual(['TB-SAR-099']);
  });

  it('accepts it without crafts, fabrics and images [S-DATA-03 S-DATA-04 S-DATA-05]', async ({ shop }) => {
    await insertProducts(shop, newProduct({ crafts: [], fabrics: [], images: [] }), 'a test');
    expect(await readProduct(shop, 'TB-SAR-099')).toMatchObject({
      img1: null,
      craft: null,
      fabric: null,
      pictures: [],
    });
  });

  it.for<[change: Partial<NewProduct>, message: string]>([
    [{ sizes: [] }, 'TB-SAR-099 has no size'],
    [{ crafts: ['Knitting'] }, 'Knitting'],
  ])('rejects it with %j, and inserts nothing [S-DATA-03 S-DATA-05]', async ([change, message], { shop }) => {
    await expect(insertProducts(shop, newProduct(change), 'a test')).rejects.toThrow(message);
    await expect(readProduct(shop, 'TB-SAR-099')).rejects.toMatchObject({ name: 'no-such-product' });
  });
});
