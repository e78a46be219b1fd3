import { rmSync } from 'node:fs';
import { type SQL, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
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
  const connection = { isListening: false };
  await database.listen({
    onChange: (tags) => void notifications.push([...tags]),
    onConnection: (isListening) => {
      connection.isListening = isListening;
    },
  });
  await expect.poll(() => connection.isListening).toBe(true);
  const found = readRows(Categories, await db.execute(sql`select slug, id from categories`));
  const categories = Object.fromEntries(found.map(({ slug, id }) => [slug, `category:${id}`]));
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
    category: (slug: string) => categories[slug] ?? '',
    notifiedTags: async (statement: SQL) => (await receivedAfter(statement)).flat().toSorted(),
  };
});

/** The product Gulnar has one unit in stock, and the stole has forty units. */
const gulnar = 'TB-SAR-001';
const stole = 'TB-STO-001';

describe('a product', () => {
  const productOf = (id: string, category: string, ...more: string[]) =>
    [category, `product:${id}`, 'listings', ...more].toSorted();

  it('sends its own tag and the tags of its category and of listings when it changes', async ({
    listening,
  }) => {
    const { notifiedTags, category } = listening;
    const change = sql`update products set price_paise = price_paise - 100 where id = ${gulnar}`;
    expect(await notifiedTags(change)).toEqual(productOf(gulnar, category('Sarees')));
  });

  it('sends no notification when it is saved unchanged', async ({ listening }) => {
    const same = sql`update products set price_paise = price_paise where id = ${gulnar}`;
    expect(await listening.notifiedTags(same)).toEqual([]);
  });

  it('also sends the tag `menus` when it is published or unpublished', async ({ listening }) => {
    const { notifiedTags, category } = listening;
    for (const published of [false, true]) {
      const change = sql`update products set published = ${published} where id = ${gulnar}`;
      expect(await notifiedTags(change)).toEqual(productOf(gulnar, category('Sarees'), 'menus'));
    }
  });

  it('sends the tags of both categories and menus when it gets another category', async ({ listening }) => {
    const { notifiedTags, category } = listening;
    const change = sql`update products set category_id = (select id from categories where slug = 'Suits')
      where id = 'TB-SAR-002'`;
    expect(await notifiedTags(change)).toEqual(
      productOf('TB-SAR-002', category('Sarees'), category('Suits'), 'menus'),
    );
  });

  it('also sends the tag `menus` when it is inserted or deleted', async ({ listening }) => {
    const { notifiedTags, category } = listening;
    const all = productOf('TB-SAR-900', category('Sarees'), 'menus');
    const insert = sql`insert into products select (jsonb_populate_record(p, '{"id":"TB-SAR-900"}')).*
      from products p where id = ${gulnar}`;
    expect(await notifiedTags(insert)).toEqual(all);
    expect(await notifiedTags(sql`delete from products where id = 'TB-SAR-900'`)).toEqual(all);
  });

  it.for<[part: string, changes: SQL[]]>([
    [
      'images',
      [
        sql`update product_images set alt = 'from near' where product_id = 'TB-SAR-003'`,
        sql`delete from product_images where product_id = 'TB-SAR-003'`,
        sql`insert into product_images (product_id, position, file, width, height, colour, alt)
          values ('TB-SAR-003', 0, 'a.webp', 1, 1, '#000000', 'a saree')`,
      ],
    ],
    [
      'variants',
      [
        sql`update variants set label = 'One' where product_id = 'TB-SAR-003'`,
        sql`with place as (insert into stock_levels (variant_id) values ('TB-SAR-003-X') returning variant_id)
          insert into variants (id, product_id, position) select variant_id, 'TB-SAR-003', 9 from place`,
        sql`delete from variants where id = 'TB-SAR-003-X'`,
      ],
    ],
    ...['crafts', 'fabrics'].map((labels): [string, SQL[]] => {
      const [table, id, all] = [`product_${labels}`, `${labels.slice(0, -1)}_id`, labels].map((name) =>
        sql.identifier(name),
      );
      return [
        labels,
        [
          sql`update ${table} set position = 4 where product_id = 'TB-SAR-003' and position = 0`,
          sql`delete from ${table} where product_id = 'TB-SAR-003'`,
          sql`insert into ${table} (product_id, ${id}, position) select 'TB-SAR-003', min(id), 0 from ${all}`,
        ],
      ];
    }),
  ])('also sends the tag `menus` when the %s of a product change', async ([, changes], { listening }) => {
    const { notifiedTags, category } = listening;
    for (const change of changes)
      expect(await notifiedTags(change)).toEqual(productOf('TB-SAR-003', category('Sarees'), 'menus'));
  });
});

describe('a stock level', () => {
  it('sends only the tag of the product if it changes and the product stays available', async ({
    listening,
  }) => {
    const { notifiedTags } = listening;
    for (const change of [
      sql`update stock_levels set on_hand = on_hand - 1 where variant_id = ${stole}`,
      sql`update stock_levels set held = held + 1 where variant_id = ${stole}`,
      sql`update stock_levels set held = held - 1 where variant_id = ${stole}`,
    ])
      expect(await notifiedTags(change)).toEqual([`product:${stole}`]);
  });

  it('also sends the tags of category and listings if the product sells out or is back in stock', async ({
    listening,
  }) => {
    const { notifiedTags, category } = listening;
    for (const change of [
      sql`update stock_levels set held = 1 where variant_id = ${gulnar}`,
      sql`update stock_levels set held = 0 where variant_id = ${gulnar}`,
      sql`update stock_levels set on_hand = 0 where variant_id = ${gulnar}`,
      sql`update stock_levels set on_hand = 1 where variant_id = ${gulnar}`,
    ])
      expect(await notifiedTags(change)).toEqual([category('Sarees'), 'listings', `product:${gulnar}`]);
  });

  it('sends no notification when it is saved unchanged', async ({ listening }) => {
    const same = sql`update stock_levels set on_hand = on_hand where variant_id = ${stole}`;
    expect(await listening.notifiedTags(same)).toEqual([]);
  });
});

it('sends the tag of the product and the tag `reviews` when a review changes', async ({ listening }) => {
  const { notifiedTags } = listening;
  for (const change of [
    sql`insert into reviews (product_id, stars, first_name, city) values (${gulnar}, 2, 'Q', 'R')`,
    sql`update reviews set stars = 3 where first_name = 'Q'`,
    sql`delete from reviews where first_name = 'Q'`,
  ])
    expect(await notifiedTags(change)).toEqual([`product:${gulnar}`, 'reviews']);
});

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

it.for(['crafts', 'fabrics'] as const)(
  'sends the tag `everything` when rows of %s are updated or deleted, but nothing when they are inserted',
  async (table, { listening }) => {
    const { notifiedTags } = listening;
    const name = sql.identifier(table);
    expect(await notifiedTags(sql`insert into ${name} (name) values ('New')`)).toEqual([]);
    expect(await notifiedTags(sql`update ${name} set intro = 'New' where name = 'New'`)).toEqual([
      'everything',
    ]);
    expect(await notifiedTags(sql`delete from ${name} where name = 'New'`)).toEqual(['everything']);
  },
);

describe('the notification of an SQL statement', () => {
  const notify = (tags: SQL) =>
    sql`select notify_changes(array(select ${tags} from generate_series(1, 100) n))`;

  it('sends all tags of one statement in one notification, products first', async ({ listening }) => {
    const [notification = [], ...more] = await listening.receivedAfter(
      sql`select notify_changes(array['listings', 'product:2', 'category:1', 'product:1'])`,
    );
    expect([notification, more]).toEqual([['product:1', 'product:2', 'category:1', 'listings'], []]);
  });

  it('sends the tag `everything` for over 100 tags or too long a notification', async ({ listening }) => {
    const { notifiedTags } = listening;
    expect(await notifiedTags(notify(sql`'product:' || n`))).toHaveLength(100);
    expect(await notifiedTags(notify(sql`'product:' || n || repeat('x', 80)`))).toEqual(['everything']);
    const tooMany = sql`select notify_changes(array(select 'product:' || n from generate_series(1, 101) n))`;
    expect(await notifiedTags(tooMany)).toEqual(['everything']);
  });

  it('sends no notification for a transaction that is rolled back', async ({ listening }) => {
    const { db, notifiedTags } = listening;
    const transaction = db.transaction(async (tx) => {
      await tx.execute(sql`update products set price_paise = price_paise - 100 where id = ${gulnar}`);
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    expect(await notifiedTags(sql`select 1`)).toEqual([]);
  });
});
