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

/** A shop with a database of its own, and how to ask which tags a statement says on the channel once it is committed. */
const it = base.extend('listening', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  const database = await openCopy(world);
  const dataDir = makeTempFolder('changes');
  onCleanup(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  const { db } = shopWithFixtures(database.db, dataDir);
  const onChange: string[][] = [];
  const onConnection = { isReceived: false };
  await database.listen({
    onChange: (tags) => void onChange.push([...tags]),
    onConnection: (isReceived) => {
      onConnection.isReceived = isReceived;
    },
  });
  await expect.poll(() => onConnection.isReceived).toBe(true);
  const found = readRows(Categories, await db.execute(sql`select slug, id from categories`));
  const categories = Object.fromEntries(found.map(({ slug, id }) => [slug, `category:${id}`]));
  let marks = 0;

  /** What is said is heard in its order, so all of it is there when the mark is that is said last. */
  async function receivedAfter(statement: SQL): Promise<string[][]> {
    onChange.length = 0;
    const mark = `mark ${++marks}`;
    await db.execute(statement);
    await db.execute(sql`select pg_notify('shop_changes', ${mark})`);
    await expect.poll(() => onChange.at(-1), { timeout: 10_000 }).toEqual([mark]);
    return onChange.slice(0, -1);
  }
  return {
    db,
    receivedAfter,
    category: (slug: string) => categories[slug] ?? '',
    saidBy: async (statement: SQL) => (await receivedAfter(statement)).flat().toSorted(),
  };
});

/** Of Gulnar there is one, of the stole there are forty. */
const gulnar = 'TB-SAR-001';
const stole = 'TB-STO-001';

describe('a product', () => {
  const productOf = (id: string, category: string, ...more: string[]) =>
    [category, `product:${id}`, 'listings', ...more].toSorted();

  it('that changes is said with its category and the lists', async ({ listening }) => {
    const { saidBy, category } = listening;
    const change = sql`update products set price_paise = price_paise - 100 where id = ${gulnar}`;
    expect(await saidBy(change)).toEqual(productOf(gulnar, category('Sarees')));
  });

  it('that is written again as it was says nothing', async ({ listening }) => {
    const same = sql`update products set price_paise = price_paise where id = ${gulnar}`;
    expect(await listening.saidBy(same)).toEqual([]);
  });

  it('that is put away, or comes back, changes the menus, too', async ({ listening }) => {
    const { saidBy, category } = listening;
    for (const published of [false, true]) {
      const change = sql`update products set published = ${published} where id = ${gulnar}`;
      expect(await saidBy(change)).toEqual(productOf(gulnar, category('Sarees'), 'menus'));
    }
  });

  it('that goes to another category changes the one that it has left, and the menus', async ({
    listening,
  }) => {
    const { saidBy, category } = listening;
    const change = sql`update products set category_id = (select id from categories where slug = 'Suits')
      where id = 'TB-SAR-002'`;
    expect(await saidBy(change)).toEqual(
      productOf('TB-SAR-002', category('Sarees'), category('Suits'), 'menus'),
    );
  });

  it('that is new, or deleted, changes the menus, too', async ({ listening }) => {
    const { saidBy, category } = listening;
    const all = productOf('TB-SAR-900', category('Sarees'), 'menus');
    const insert = sql`insert into products select (jsonb_populate_record(p, '{"id":"TB-SAR-900"}')).*
      from products p where id = ${gulnar}`;
    expect(await saidBy(insert)).toEqual(all);
    expect(await saidBy(sql`delete from products where id = 'TB-SAR-900'`)).toEqual(all);
  });

  it.for([
    [
      'pictures',
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
    [
      'crafts',
      [
        sql`update product_crafts set position = 4 where product_id = 'TB-SAR-003' and position = 0`,
        sql`delete from product_crafts where product_id = 'TB-SAR-003'`,
        sql`insert into product_crafts (product_id, craft_id, position)
          select 'TB-SAR-003', min(id), 0 from crafts`,
      ],
    ],
    [
      'fabrics',
      [
        sql`update product_fabrics set position = 4 where product_id = 'TB-SAR-003' and position = 0`,
        sql`delete from product_fabrics where product_id = 'TB-SAR-003'`,
        sql`insert into product_fabrics (product_id, fabric_id, position)
          select 'TB-SAR-003', min(id), 0 from fabrics`,
      ],
    ],
  ] as const)('changes with its %s', async ([, changes], { listening }) => {
    const { saidBy, category } = listening;
    for (const change of changes)
      expect(await saidBy(change)).toEqual(productOf('TB-SAR-003', category('Sarees'), 'menus'));
  });
});

describe('a stock level', () => {
  it('that is free before and after is said of its product alone', async ({ listening }) => {
    const { saidBy } = listening;
    for (const change of [
      sql`update stock_levels set on_hand = on_hand - 1 where variant_id = ${stole}`,
      sql`update stock_levels set held = held + 1 where variant_id = ${stole}`,
      sql`update stock_levels set held = held - 1 where variant_id = ${stole}`,
    ])
      expect(await saidBy(change)).toEqual([`product:${stole}`]);
  });

  it('of which the last one goes or comes back is said with the category and the lists', async ({
    listening,
  }) => {
    const { saidBy, category } = listening;
    for (const change of [
      sql`update stock_levels set held = 1 where variant_id = ${gulnar}`,
      sql`update stock_levels set held = 0 where variant_id = ${gulnar}`,
      sql`update stock_levels set on_hand = 0 where variant_id = ${gulnar}`,
      sql`update stock_levels set on_hand = 1 where variant_id = ${gulnar}`,
    ])
      expect(await saidBy(change)).toEqual([category('Sarees'), 'listings', `product:${gulnar}`]);
  });

  it('that is written again as it was says nothing', async ({ listening }) => {
    const same = sql`update stock_levels set on_hand = on_hand where variant_id = ${stole}`;
    expect(await listening.saidBy(same)).toEqual([]);
  });
});

it('a review is said of its product, and of what shows reviews', async ({ listening }) => {
  const { saidBy } = listening;
  for (const change of [
    sql`insert into reviews (product_id, stars, first_name, city) values (${gulnar}, 2, 'Q', 'R')`,
    sql`update reviews set stars = 3 where first_name = 'Q'`,
    sql`delete from reviews where first_name = 'Q'`,
  ])
    expect(await saidBy(change)).toEqual([`product:${gulnar}`, 'reviews']);
});

it.for([
  ['settings', sql`update settings set updated_at = updated_at`],
  ['banners', sql`update banners set title = 'New'`],
  ['films', sql`update videos set alt = 'New'`],
  ['tiles', sql`update tiles set title = 'New'`],
  ['stores', sql`delete from stores`],
  ['pages', sql`update pages set title = 'New'`],
  ['categories', sql`update categories set intro = 'New'`],
] as const)('what the owner writes is said as content: %s', async ([, change], { listening }) => {
  expect(await listening.saidBy(change)).toEqual(['content']);
});

it.for(['crafts', 'fabrics'] as const)(
  'of %s a change is said as everything, and a new one that belongs to no product not at all',
  async (table, { listening }) => {
    const { saidBy } = listening;
    const name = sql.identifier(table);
    expect(await saidBy(sql`insert into ${name} (name) values ('New')`)).toEqual([]);
    expect(await saidBy(sql`update ${name} set intro = 'New' where name = 'New'`)).toEqual(['everything']);
    expect(await saidBy(sql`delete from ${name} where name = 'New'`)).toEqual(['everything']);
  },
);

describe('what one statement changes', () => {
  const say = (tags: SQL) => sql`select notify_changes(array(select ${tags} from generate_series(1, 100) n))`;

  it('is said at once, the products first', async ({ listening }) => {
    const [onChange = [], ...more] = await listening.receivedAfter(
      sql`select notify_changes(array['listings', 'product:2', 'category:1', 'product:1'])`,
    );
    expect([onChange, more]).toEqual([['product:1', 'product:2', 'category:1', 'listings'], []]);
  });

  it('is said as everything when it is more than a hundred tags, or too long for the channel', async ({
    listening,
  }) => {
    const { saidBy } = listening;
    expect(await saidBy(say(sql`'product:' || n`))).toHaveLength(100);
    expect(await saidBy(say(sql`'product:' || n || repeat('x', 80)`))).toEqual(['everything']);
    const tooMany = sql`select notify_changes(array(select 'product:' || n from generate_series(1, 101) n))`;
    expect(await saidBy(tooMany)).toEqual(['everything']);
  });

  it('is not said before it is committed, nor when it is rolled back', async ({ listening }) => {
    const { db, saidBy } = listening;
    const undone = db.transaction(async (tx) => {
      await tx.execute(sql`update products set price_paise = price_paise - 100 where id = ${gulnar}`);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await saidBy(sql`select 1`)).toEqual([]);
  });
});
