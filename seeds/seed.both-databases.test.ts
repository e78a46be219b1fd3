import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { listCategories, listLatest } from '../app/catalogue/catalogue.server.ts';
import { createFolderStorage } from '../app/foundation/files/uploads-folder.server.ts';
import { listReviews } from '../app/reviews/reviews.server.ts';
import { it as base } from '../tests/fixtures/world.ts';
import { categories } from './categories.ts';
import { banners, tiles, videos } from './content.ts';
import {
  copyUploads,
  isShopEmpty,
  seedContent,
  seedOrders,
  seedProductsAndCustomers,
} from './seed.server.ts';

/** The shop is one that nobody has furnished. The table of moves comes with the migrations, the log of the back office only grows, and issued invoices stay. */
const it = base.extend('bareShop', async ({ shop }) => {
  await shop.db.execute(sql`do $$ begin
    alter table invoices disable trigger invoices_immutable;
    execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' cascade'
      from pg_tables where schemaname = 'public' and tablename not in ('order_transitions', 'audit_log', 'staff'));
    alter table invoices enable trigger invoices_immutable;
  end $$`);
  return shop;
});

describe('the first start', () => {
  it('of an owner’s own shop writes its words and shelves, and hangs nothing up', async ({ bareShop }) => {
    expect(await isShopEmpty(bareShop)).toBe(true);
    await seedContent(bareShop);
    expect(await isShopEmpty(bareShop)).toBe(false);
    expect(await listCategories(bareShop)).toHaveLength(5);
    expect(await listLatest(bareShop, 1)).toEqual([]);
    expect(await listReviews(bareShop, { limit: 1 })).toEqual([]);
  });

  it('of a shop that may pretend goes on to hang up the pieces, with what people said of them', async ({
    bareShop,
  }) => {
    await seedContent(bareShop);
    await seedProductsAndCustomers(bareShop);
    await seedOrders(bareShop);
    expect(await listLatest(bareShop, 1)).toHaveLength(1);
    expect(await listReviews(bareShop, { limit: 1 })).toHaveLength(1);
  });
});

describe('the uploads', () => {
  const from = path.join(import.meta.dirname, 'uploads');

  it('of a shop that may pretend hold every picture and film', async ({ dataDir }) => {
    const to = path.join(dataDir, 'laid-out');
    expect(await copyUploads(from, createFolderStorage(to))).toBe(readdirSync(from).length);
    expect(readdirSync(to)).toEqual(readdirSync(from));
  });

  it('of an owner’s own shop hold every one that its words show, and none that only pieces do', async ({
    dataDir,
  }) => {
    const to = path.join(dataDir, 'laid-out');
    await copyUploads(from, createFolderStorage(to), false);
    const shown = JSON.stringify([banners, videos, tiles, categories]);
    const named = readdirSync(from).filter((file) => shown.includes(`"${file}"`));
    expect(named.length).toBeGreaterThan(0);
    expect(readdirSync(to)).toEqual(named);
  });
});
