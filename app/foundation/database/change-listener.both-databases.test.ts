import { rmSync } from 'node:fs';
import { type SQL, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { openCopy } from '../../../tests/engine/databases.ts';
import { makeTempFolder } from '../../../tests/engine/temp-folder.ts';
import { shopWithFixtures } from '../../../tests/fixtures/shop.ts';
import { test as base } from '../../../tests/fixtures/world.ts';
import { readRows } from './read-rows.server.ts';

const Categories = z.object({ slug: z.string(), id: z.string() });

/** Creates a separate database for this file. Returns functions that run a statement and return the tags of its notifications. */
const it = base.extend('listening', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  const database = await openCopy(world);
  const dataDir = makeTempFolder('changes');
  onCleanup(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  const { db } = shopWithFixtures(database.db, dataDir);
  const notifications: string[][] = [];
  const onConnection = vi.fn();
  await database.listen({ onChange: (tags) => void notifications.push([...tags]), onConnection });
  await expect.poll(() => onConnection.mock.lastCall).toEqual([true]);
  const found = readRows(Categories, await db.execute(sql`select slug, id from categories`));
  const withSlugs = new Map(found.map(({ slug, id }) => [`category:${id}`, `category:${slug}`]));
  let marks = 0;

  /**
   * Runs a statement and returns its notifications. A marker is sent after the statement. Notifications arrive in order, so those
   * before the marker belong to the statement.
   */
  async function receivedAfter(statement: SQL): Promise<string[][]> {
    notifications.length = 0;
    const mark = `mark ${++marks}`;
    await db.execute(statement);
    await db.execute(sql`select pg_notify('shop_changes', ${mark})`);
    await expect.poll(() => notifications.at(-1), { timeout: 10_000 }).toEqual([mark]);
    return notifications.slice(0, -1);
  }
  return {
    db,
    receivedAfter,
    /** Runs a statement. Returns the sorted tags of its notifications. A category’s tag contains the slug instead of the id. */
    notifiedTags: async (statement: SQL) =>
      (await receivedAfter(statement))
        .flat()
        .map((tag) => withSlugs.get(tag) ?? tag)
        .toSorted(),
  };
});

/** The product Gulnar has one unit in stock, and the stole has forty units. */
const gulnar = 'TB-SAR-001';
const stole = 'TB-STO-001';

const tagsOfSaree = (id: string, ...more: string[]) =>
  ['category:Sarees', 'listings', `product:${id}`, ...more].toSorted();
const updateProduct = (change: SQL) => sql`update products set ${change} where id = ${gulnar}`;
const updateStock = (change: SQL, id: string) =>
  sql`update stock_levels set ${change} where variant_id = ${id}`;

it.for<[title: string, tags: string[], ...statements: SQL[]]>([
  [
    'sends the tags of a product, of its category and of the listings when the product changes',
    tagsOfSaree(gulnar),
    updateProduct(sql`price_paise = price_paise - 100`),
  ],
  [
    'sends no notification when a product or a stock level is saved unchanged',
    [],
    updateProduct(sql`price_paise = price_paise`),
    updateStock(sql`on_hand = on_hand`, stole),
  ],
  [
    'sends the tag `menus`, besides the other tags of a product, when it is published or unpublished',
    tagsOfSaree(gulnar, 'menus'),
    updateProduct(sql`published = false`),
    updateProduct(sql`published = true`),
  ],
  [
    'sends the tag `menus` and the tags of the old and new category when a product gets another category',
    tagsOfSaree('TB-SAR-002', 'category:Suits', 'menus'),
    sql`update products set category_id = (select id from categories where slug = 'Suits') where id = 'TB-SAR-002'`,
  ],
  [
    'sends the tag `menus`, besides the other tags of a product, when it is inserted or deleted',
    tagsOfSaree('TB-SAR-900', 'menus'),
    sql`insert into products select (jsonb_populate_record(p, '{"id":"TB-SAR-900"}')).* from products p where id = ${gulnar}`,
    sql`delete from products where id = 'TB-SAR-900'`,
  ],
  [
    'sends the tag `menus`, besides the other tags of a product, when its images change',
    tagsOfSaree('TB-SAR-003', 'menus'),
    sql`update product_images set alt = 'from near' where product_id = 'TB-SAR-003'`,
    sql`delete from product_images where product_id = 'TB-SAR-003'`,
    sql`insert into product_images (product_id, position, file, width, height, colour, alt)
      values ('TB-SAR-003', 0, 'a.webp', 1, 1, '#000000', 'a saree')`,
  ],
  [
    'sends the tag `menus`, besides the other tags of a product, when its variants change',
    tagsOfSaree('TB-SAR-003', 'menus'),
    sql`update variants set label = 'One' where product_id = 'TB-SAR-003'`,
    sql`with place as (insert into stock_levels (variant_id) values ('TB-SAR-003-X') returning variant_id)
      insert into variants (id, product_id, position) select variant_id, 'TB-SAR-003', 9 from place`,
    sql`delete from variants where id = 'TB-SAR-003-X'`,
  ],
  ...['craft', 'fabric'].map((label): [string, string[], ...SQL[]] => {
    const [table, id, all] = [`product_${label}s`, `${label}_id`, `${label}s`].map((name) =>
      sql.identifier(name),
    );
    return [
      `sends the tag \`menus\`, besides the other tags of a product, when its ${label}s change`,
      tagsOfSaree('TB-SAR-003', 'menus'),
      sql`update ${table} set position = 4 where product_id = 'TB-SAR-003' and position = 0`,
      sql`delete from ${table} where product_id = 'TB-SAR-003'`,
      sql`insert into ${table} (product_id, ${id}, position) select 'TB-SAR-003', min(id), 0 from ${all}`,
    ];
  }),
  [
    'sends only the tag of the product if its stock level changes and the product stays available',
    [`product:${stole}`],
    updateStock(sql`on_hand = on_hand - 1`, stole),
    updateStock(sql`held = held + 1`, stole),
    updateStock(sql`held = held - 1`, stole),
  ],
  [
    'sends the tags of the product, its category and the listings if the product sells out or is back in stock',
    tagsOfSaree(gulnar),
    ...[sql`held = 1`, sql`held = 0`, sql`on_hand = 0`, sql`on_hand = 1`].map((to) =>
      updateStock(to, gulnar),
    ),
  ],
  [
    'sends the tag of the product and the tag `reviews` when a review changes',
    [`product:${gulnar}`, 'reviews'],
    sql`insert into reviews (product_id, stars, first_name, city) values (${gulnar}, 2, 'Q', 'R')`,
    sql`update reviews set stars = 3 where first_name = 'Q'`,
    sql`delete from reviews where first_name = 'Q'`,
  ],
])('%s', async ([, tags, ...statements], { listening }) => {
  for (const statement of statements) expect(await listening.notifiedTags(statement)).toEqual(tags);
});

it.for(['crafts', 'fabrics'])(
  'sends the tag `everything` when a row of %s is updated or deleted, but no tag when it is inserted',
  async (name, { listening: { notifiedTags } }) => {
    const table = sql.identifier(name);
    expect(await notifiedTags(sql`insert into ${table} (name) values ('New')`)).toEqual([]);
    const update = sql`update ${table} set intro = 'New' where name = 'New'`;
    for (const statement of [update, sql`delete from ${table} where name = 'New'`])
      expect(await notifiedTags(statement)).toEqual(['everything']);
  },
);

it.for([
  ['settings', sql`update settings set updated_at = updated_at`],
  ['banners', sql`update banners set title = 'New'`],
  ['videos', sql`update videos set alt = 'New'`],
  ['tiles', sql`update tiles set title = 'New'`],
  ['stores', sql`delete from stores`],
  ['pages', sql`update pages set title = 'New'`],
  ['categories', sql`update categories set intro = 'New'`],
] as const)('sends the tag `content` when the %s change', async ([, change], { listening }) => {
  expect(await listening.notifiedTags(change)).toEqual(['content']);
});

const notify = (tags: SQL, count = 100) =>
  sql`select notify_changes(array(select ${tags} from generate_series(1, ${sql.raw(String(count))}) n))`;

it('sends all tags of one statement in one notification, products first', async ({ listening }) => {
  const notifications = await listening.receivedAfter(
    sql`select notify_changes(array['listings', 'product:2', 'category:1', 'product:1'])`,
  );
  expect(notifications).toEqual([['product:1', 'product:2', 'category:1', 'listings']]);
});

it('sends only the tag `everything` if there are more than 100 tags, or if the tags are too long for one notification', async ({
  listening,
}) => {
  const { notifiedTags } = listening;
  expect(await notifiedTags(notify(sql`'product:' || n`))).toHaveLength(100);
  expect(await notifiedTags(notify(sql`'product:' || n || repeat('x', 80)`))).toEqual(['everything']);
  expect(await notifiedTags(notify(sql`'product:' || n`, 101))).toEqual(['everything']);
});

it('sends no notification for a transaction that is rolled back', async ({ listening }) => {
  const transaction = listening.db.transaction(async (tx) => {
    await tx.execute(updateProduct(sql`price_paise = price_paise - 100`));
    throw new Error('rolled back');
  });
  await expect(transaction).rejects.toThrow('rolled back');
  expect(await listening.notifiedTags(sql`select 1`)).toEqual([]);
});
