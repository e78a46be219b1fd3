import { eq, type SQL, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { categories, products } from './tables.server.ts';

/** Runs a statement in a savepoint, so that its failure does not abort the test's transaction. */
function attempt(shop: Shop, statement: SQL) {
  return inTransaction(shop, ({ db }) => db.execute(statement));
}

/** Runs a statement that violates a constraint. Returns the name of the constraint. */
async function violatedBy(shop: Shop, statement: SQL): Promise<unknown> {
  const error: unknown = await attempt(shop, statement).catch((reason: unknown) => reason);
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null || !('constraint' in cause)) return error;
  return cause.constraint;
}

type Product = { price?: number; mrp?: number | null; video?: string | null; id?: string };

const newProduct = ({ price = 100_000, mrp = null, video = null, id = 'TB-SAR-999' }: Product) => sql`
  insert into products (id, category_id, name, price_paise, mrp_paise, attributes, video, search)
  values (${id}, 'Sarees', 'A piece', ${price}, ${mrp}, '{"measures": []}', ${video}, '')`;

const newCategory = (slug: string, name: string) => sql`
  insert into categories (id, slug, name) values (${slug}, ${slug}, ${name})`;

describe('the constraints of the catalogue’s tables', () => {
  it('accept a valid product and a valid category [S-DATA-03 S-RT-07]', async ({ shop }) => {
    await attempt(shop, newProduct({ mrp: 100_000, video: 'tb-sar-001.mp4' }));
    expect(await shop.db.select().from(products).where(eq(products.id, 'TB-SAR-999'))).toHaveLength(1);
    await attempt(shop, newCategory('Shawls', 'Shawls'));
    expect(await shop.db.select().from(categories)).toHaveLength(6);
  });

  const slugs = ['Silk Sarees', 'Silk/Sarees', 'Silk%', 'Silk?', 'Silk#', ''];
  it.for<[what: string, statement: SQL, constraint: string]>([
    ['an MRP below the price [S-SRCH-04]', newProduct({ mrp: 99_999 }), 'products_mrp_at_least_price'],
    ['a price of 0 [S-DATA-03]', newProduct({ price: 0 }), 'products_price_positive'],
    ...['', ' ', 'null', 'undefined'].map((video): [string, SQL, string] => [
      `the video “${video}” [S-HOME-21 Q-041]`,
      newProduct({ video }),
      'products_video_real',
    ]),
    ['a number twice, ignoring case [S-DATA-03 Q-011]', newProduct({ id: 'tb-sar-001' }), 'products_number'],
    ...slugs.map((slug): [string, SQL, string] => [
      `the category slug “${slug}” [S-RT-07]`,
      newCategory(slug, 'Silk'),
      'categories_slug_plain',
    ]),
    ['a slug twice, ignoring case [S-RT-07 Q-008]', newCategory('SAREES', 'Silk'), 'categories_slug'],
    [
      'a category name twice, ignoring case [S-RT-07 Q-008]',
      newCategory('Silk', 'sarees'),
      'categories_name',
    ],
    [
      'one craft of a product twice [S-DATA-05]',
      sql`insert into product_crafts select product_id, craft_id, 4 from product_crafts where product_id = 'TB-SAR-001'`,
      'product_crafts_once',
    ],
    [
      'a fifth image of a product [S-DATA-03]',
      sql`insert into product_images select product_id, 4, file, width, height, colour, alt
        from product_images where product_id = 'TB-SAR-001' and position = 0`,
      'product_images_four',
    ],
    [
      'a sum of stars that two ratings cannot have [S-RATE-11]',
      sql`update products set rating_sum = 11, rating_count = 2 where id = 'TB-SAR-001'`,
      'products_ratings',
    ],
    [
      'a size without a stock level [S-DATA-03]',
      sql`insert into variants (id, product_id, label, position) values ('TB-SAR-001-XXL', 'TB-SAR-001', 'XXL', 9)`,
      'variants_id_stock_levels_variant_id_fk',
    ],
  ])('reject %s', async ([, statement, constraint], { shop }) => {
    expect(await violatedBy(shop, statement)).toBe(constraint);
  });

  it('reject a second size with the same label, and a second size without a label [S-DATA-03]', async ({
    shop,
  }) => {
    await shop.db.execute(sql`insert into stock_levels (variant_id) values ('again')`);
    for (const [product, label] of [
      ['TB-SAR-001', null],
      ['TB-SUT-008', 'M'],
    ]) {
      const again = sql`insert into variants (id, product_id, label, position) values ('again', ${product}, ${label}, 9)`;
      expect(await violatedBy(shop, again)).toBe('variants_label_once');
    }
  });

  it.for(['craft', 'fabric'] as const)(
    'reject a sixth %s of a product [S-CONST-11 Q-118]',
    async (kind, { shop }) => {
      const table = sql.raw(`product_${kind}s`);
      const labels = sql.raw(`${kind}s`);
      await attempt(shop, newProduct({}));
      await attempt(
        shop,
        sql`insert into ${table} select 'TB-SAR-999', id, row_number() over (order by id) - 1 from ${labels} order by id limit 5`,
      );
      const sixth = sql`insert into ${table} select 'TB-SAR-999', max(id), 5 from ${labels}`;
      expect(await violatedBy(shop, sixth)).toBe(`product_${kind}s_five`);
    },
  );
});
