import { eq, type SQL, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { categories, products } from './tables.server.ts';

/** Runs a statement in a savepoint, so that its failure does not abort the test's transaction. */
function attempt(shop: Shop, statement: SQL) {
  return inTransaction(shop, ({ db }) => db.execute(statement));
}

/** Returns the name of the constraint that rejects a statement. */
async function violatedBy(shop: Shop, statement: SQL): Promise<unknown> {
  const error: unknown = await attempt(shop, statement).then(
    () => undefined,
    (reason: unknown) => reason,
  );
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

describe('the database', () => {
  it('accepts a valid product [S-DATA-03]', async ({ shop }) => {
    await attempt(shop, newProduct({ mrp: 100_000, video: 'tb-sar-001.mp4' }));
    expect(await shop.db.select().from(products).where(eq(products.id, 'TB-SAR-999'))).toHaveLength(1);
  });

  it('rejects an MRP below the price [S-SRCH-04]', async ({ shop }) => {
    expect(await violatedBy(shop, newProduct({ price: 100_000, mrp: 99_999 }))).toBe(
      'products_mrp_at_least_price',
    );
  });

  it.for([0, -1])('rejects a price of %i [S-DATA-03]', async (price, { shop }) => {
    expect(await violatedBy(shop, newProduct({ price }))).toBe('products_price_positive');
  });

  it.for(['', ' ', 'null', 'undefined'])(
    'rejects %j as a video [S-HOME-21 Q-041]',
    async (video, { shop }) => {
      expect(await violatedBy(shop, newProduct({ video }))).toBe('products_video_real');
    },
  );

  it('rejects a number that differs from another only by its case [S-DATA-03 Q-011]', async ({ shop }) => {
    expect(await violatedBy(shop, newProduct({ id: 'tb-sar-001' }))).toBe('products_number');
  });

  it.for(['Silk Sarees', 'Silk/Sarees', 'Silk%', 'Silk?', 'Silk#', ''])(
    'rejects the category slug %j [S-RT-07]',
    async (slug, { shop }) => {
      expect(await violatedBy(shop, newCategory(slug, 'Silk'))).toBe('categories_slug_plain');
    },
  );

  it('rejects a category slug that differs from another only by its case [S-RT-07 Q-008]', async ({
    shop,
  }) => {
    expect(await violatedBy(shop, newCategory('SAREES', 'Silk'))).toBe('categories_slug');
  });

  it('rejects a category name that differs from another only by its case [S-RT-07 Q-008]', async ({
    shop,
  }) => {
    expect(await violatedBy(shop, newCategory('Silk', 'sarees'))).toBe('categories_name');
  });

  it('accepts a valid category [S-RT-07]', async ({ shop }) => {
    await attempt(shop, newCategory('Shawls', 'Shawls'));
    expect(await shop.db.select().from(categories)).toHaveLength(6);
  });

  it.for(['craft', 'fabric'] as const)(
    'rejects a sixth %s of a product [S-CONST-11 Q-118]',
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

  it('rejects the same craft twice for a product [S-DATA-05]', async ({ shop }) => {
    const again = sql`insert into product_crafts select product_id, craft_id, 4 from product_crafts where product_id = 'TB-SAR-001'`;
    expect(await violatedBy(shop, again)).toBe('product_crafts_once');
  });

  it('rejects a fifth image of a product [S-DATA-03]', async ({ shop }) => {
    const fifth = sql`
      insert into product_images select product_id, 4, file, width, height, colour, alt
      from product_images where product_id = 'TB-SAR-001' and position = 0`;
    expect(await violatedBy(shop, fifth)).toBe('product_images_four');
  });

  it('rejects a sum of stars that the number of ratings cannot have [S-RATE-11]', async ({ shop }) => {
    const tooMany = sql`update products set rating_sum = 11, rating_count = 2 where id = 'TB-SAR-001'`;
    expect(await violatedBy(shop, tooMany)).toBe('products_ratings');
  });

  it.for([
    ['TB-SAR-001', 'null'],
    ['TB-SUT-008', "'M'"],
  ] as const)(
    'rejects a second size of %s with the label %s [S-DATA-03]',
    async ([product, label], { shop }) => {
      await shop.db.execute(sql`insert into stock_levels (variant_id) values ('again')`);
      const again = sql`insert into variants (id, product_id, label, position) values ('again', ${product}, ${sql.raw(label)}, 9)`;
      expect(await violatedBy(shop, again)).toBe('variants_label_once');
    },
  );

  it('rejects a size without a stock level [S-DATA-03]', async ({ shop }) => {
    const withoutStock = sql`insert into variants (id, product_id, label, position) values ('TB-SAR-001-XXL', 'TB-SAR-001', 'XXL', 9)`;
    expect(await violatedBy(shop, withoutStock)).toBe('variants_id_stock_levels_variant_id_fk');
  });
});
