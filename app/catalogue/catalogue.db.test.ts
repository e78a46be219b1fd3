import { describe, expect } from 'vitest';
import { listSeedProducts } from '../../seeds/seed.server.ts';
import { unpublish } from '../../tests/fixtures/products.ts';
import { it } from '../../tests/fixtures/world.ts';
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

describe('the latest products', () => {
  it('are the eight newest published products, newest first [S-HOME-15 S-CONST-10 Q-037]', async ({
    shop,
  }) => {
    expect(idsOf(await listLatest(shop, 8))).toEqual(newestOf(world).slice(0, 8));
    await unpublish(shop, 'TB-COR-006');
    expect(idsOf(await listLatest(shop, 8))).toEqual(newestOf(world).slice(1, 9));
  });
});

it('products with a video are listed newest first, up to the limit [S-HOME-21 Q-041]', async ({ shop }) => {
  expect(idsOf(await listProductsWithVideo(shop, 10))).toEqual(['TB-DUP-003', 'TB-STO-003', 'TB-SAR-001']);
  expect(await listProductsWithVideo(shop, 2)).toHaveLength(2);
});

describe('the related products', () => {
  it('are of the same category, without the product itself [S-PDP-17 Q-050]', async ({ shop }) => {
    const gulnar = await readProduct(shop, 'TB-SAR-001');
    const sarees = world.filter(({ id, categoryId }) => categoryId === 'Sarees' && id !== gulnar.proId);
    expect(idsOf(await listRelated(shop, gulnar, 12)).toSorted()).toEqual(
      sarees.map(({ id }) => id).toSorted(),
    );
    expect(await listRelated(shop, gulnar, 4)).toHaveLength(4);
  });

  it('that are in stock are listed before sold-out products [S-PDP-17 Q-050]', async ({ shop }) => {
    const related = await listRelated(shop, await readProduct(shop, 'TB-COR-001'), 12);
    expect(idsOf(related)).toEqual(['TB-COR-002', 'TB-COR-003', 'TB-COR-005', 'TB-COR-006', 'TB-COR-004']);
  });
});

describe('the menus', () => {
  it.for(['crafts', 'fabrics'] as const)(
    'list each of the %s once, with its number of products [S-HDR-11 S-HDR-12 S-CONST-11 Q-024]',
    async (kind, { shop }) => {
      const menu = (await readMenus(shop))[kind];
      const names = [...new Set(world.flatMap((one) => one[kind]))];
      const countOf = (name: string) => world.filter((one) => one[kind].includes(name)).length;
      const expected = new Map(names.map((name) => [name, countOf(name)]));
      expect(new Map(menu.map(({ name, count }) => [name, count]))).toEqual(expected);
      expect(menu).toHaveLength(names.length);
    },
  );

  it('have for each craft the image of a product of this craft [S-HDR-11]', async ({ shop }) => {
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

it('a category that is found by its slug has the number of its published products [S-DATA-02]', async ({
  shop,
}) => {
  await unpublish(shop, 'TB-STO-001');
  const found = await findCategory(shop, 'stoles');
  expect(found?.pieces).toBe(3);
  expect(found).toEqual((await listCategories(shop)).find(({ slug }) => slug === 'Stoles'));
});

describe('inserting a product', () => {
  const [gulnar] = world;

  function newProduct(change: Partial<NewProduct>): NewProduct[] {
    return gulnar ? [{ ...gulnar, id: 'TB-SAR-099', name: 'Zephyr Saree', ...change }] : [];
  }

  it('creates its sizes with their stock, and adds its name to the search [S-DATA-03]', async ({ shop }) => {
    const sizes = ['S', 'M'].map((label, index) => ({ label, quantity: 2 - 2 * index }));
    await insertProducts(shop, newProduct({ sizes }), 'a test');
    const product = await readProduct(shop, 'TB-SAR-099');
    expect(product.quantity).toBe(2);
    expect(product.sizes).toMatchObject(sizes);
    expect(await findMatches(shop, 'zefyr', 5)).toEqual(['TB-SAR-099']);
  });

  it('is possible without crafts, fabrics and images [S-DATA-03 S-DATA-04 S-DATA-05]', async ({ shop }) => {
    await insertProducts(shop, newProduct({ crafts: [], fabrics: [], images: [] }), 'a test');
    const empty = { img1: null, craft: null, fabric: null, pictures: [] };
    expect(await readProduct(shop, 'TB-SAR-099')).toMatchObject(empty);
  });

  it.for<[change: Partial<NewProduct>, message: string]>([
    [{ sizes: [] }, 'TB-SAR-099 has no size'],
    [{ crafts: ['Knitting'] }, 'Knitting'],
  ])(
    'fails for a product with %j, which is then not stored [S-DATA-03 S-DATA-05]',
    async ([change, message], { shop }) => {
      await expect(insertProducts(shop, newProduct(change), 'a test')).rejects.toThrow(message);
      await expect(readProduct(shop, 'TB-SAR-099')).rejects.toMatchObject({ name: 'no-such-product' });
    },
  );
});
