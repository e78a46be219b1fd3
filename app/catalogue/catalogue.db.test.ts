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
import { createCategories } from './categories.server.ts';
import { insertProducts, type NewProduct } from './create-product.server.ts';
import { readMenus } from './menus.server.ts';
import { reservedSlugs } from './rules.ts';
import { findMatches } from './search/search.server.ts';

const world = listSeedProducts();

const newestOf = (products: readonly NewProduct[]) =>
  products.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(({ id }) => id);

const idsOf = (products: readonly { proId: string }[]) => products.map(({ proId }) => proId);

it('the latest products are the eight newest [S-HOME-15 S-CONST-10 Q-037]', async ({ shop }) => {
  expect(idsOf(await listLatest(shop, 8))).toEqual(newestOf(world).slice(0, 8));
  await unpublish(shop, 'TB-COR-006');
  expect(idsOf(await listLatest(shop, 8))).toEqual(newestOf(world).slice(1, 9));
});

it('products with a video are listed newest first, up to the limit [S-HOME-21 Q-041]', async ({ shop }) => {
  expect(idsOf(await listProductsWithVideo(shop, 10))).toEqual(['TB-DUP-003', 'TB-STO-003', 'TB-SAR-001']);
  expect(await listProductsWithVideo(shop, 2)).toHaveLength(2);
});

it('related products are of the same category, those in stock first [S-PDP-17 Q-050]', async ({ shop }) => {
  const related = async (id: string, limit: number) =>
    idsOf(await listRelated(shop, await readProduct(shop, id), limit));
  const sarees = world.filter(({ id, categoryId }) => categoryId === 'Sarees' && id !== 'TB-SAR-001');
  expect((await related('TB-SAR-001', 12)).toSorted()).toEqual(sarees.map(({ id }) => id).toSorted());
  expect(await related('TB-SAR-001', 4)).toHaveLength(4);
  const sets = ['TB-COR-002', 'TB-COR-003', 'TB-COR-005', 'TB-COR-006', 'TB-COR-004'];
  expect(await related('TB-COR-001', 12)).toEqual(sets);
});

describe('the menus', () => {
  it.for(['crafts', 'fabrics'] as const)(
    'list each of the %s once, with its number of products [S-HDR-11 S-HDR-12 S-CONST-11 Q-024]',
    async (kind, { shop }) => {
      const counts = Map.groupBy(
        world.flatMap((one) => one[kind]),
        (name) => name,
      );
      const listed = (await readMenus(shop))[kind].map(({ name, count }) => [name, count] as const);
      expect(listed).toHaveLength(counts.size);
      expect(new Map(listed)).toEqual(new Map([...counts].map(([name, { length }]) => [name, length])));
    },
  );

  it('show for each craft an image of one of its published products [S-HDR-11]', async ({ shop }) => {
    await unpublish(shop, 'TB-SAR-002');
    const { crafts } = await readMenus(shop);
    expect(crafts.map(({ name }) => name)).not.toContain('Kanjivaram');
    for (const { name, img } of crafts) {
      const own = world.filter((product) => product.crafts.includes(name)).flatMap(({ images }) => images);
      expect(own.map(({ file }) => file)).toContain(img);
    }
  });
});

it('a category has the number of its published products [S-DATA-02]', async ({ shop }) => {
  await unpublish(shop, 'TB-STO-001');
  const found = await findCategory(shop, 'stoles');
  expect(found?.pieces).toBe(3);
  expect(found).toEqual((await listCategories(shop)).find(({ slug }) => slug === 'Stoles'));
});

it('the slug of a category is its name without spaces, and a category with a reserved slug is rejected [S-RT-07]', async ({
  shop,
}) => {
  const create = (change: { name?: string; slug?: string }) =>
    createCategories(shop, [{ name: 'Winter Shawls', img: null, selvedge: 'wave', position: 9, ...change }]);
  await create({});
  const created = { slug: 'WinterShawls', link: '/WinterShawls' };
  expect(await findCategory(shop, 'WinterShawls')).toMatchObject(created);
  const names = ['Cart', 'Login', 'Category', 'API', '?', ''].map((name) => ({ name }));
  for (const wrong of [...names, ...reservedSlugs().map((slug) => ({ slug: slug.toUpperCase() }))])
    await expect(create(wrong)).rejects.toMatchObject({ name: 'reserved-name', status: 409 });
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

  it('is rejected without a size or with an unknown craft [S-DATA-03 S-DATA-05]', async ({ shop }) => {
    const insert = (change: Partial<NewProduct>) => insertProducts(shop, newProduct(change), 'a test');
    await expect(insert({ sizes: [] })).rejects.toThrow('TB-SAR-099 has no size');
    await expect(insert({ crafts: ['Knitting'] })).rejects.toThrow('Knitting');
    await expect(readProduct(shop, 'TB-SAR-099')).rejects.toMatchObject({ name: 'no-such-product' });
  });
});
