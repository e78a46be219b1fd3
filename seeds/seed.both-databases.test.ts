import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
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

/**
 * `bareShop` is a shop without seed data. All tables are empty except `order_transitions`, which the migrations fill,
 * `audit_log`, which a trigger protects, and `staff`.
 */
const it = base.extend('bareShop', async ({ shop }) => {
  await shop.db.execute(sql`do $$ begin
    alter table invoices disable trigger invoices_immutable;
    execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' cascade'
      from pg_tables where schemaname = 'public' and tablename not in ('order_transitions', 'audit_log', 'staff'));
    alter table invoices enable trigger invoices_immutable;
  end $$`);
  return shop;
});

it('the first start of a shop creates content and categories, but products, reviews and orders only for a demo shop', async ({
  bareShop,
}) => {
  expect(await isShopEmpty(bareShop)).toBe(true);
  await seedContent(bareShop);
  expect(await isShopEmpty(bareShop)).toBe(false);
  expect(await listCategories(bareShop)).toHaveLength(5);
  expect(await listLatest(bareShop, 1)).toEqual([]);
  expect(await listReviews(bareShop, { limit: 1 })).toEqual([]);
  await seedProductsAndCustomers(bareShop);
  await seedOrders(bareShop);
  expect(await listLatest(bareShop, 1)).toHaveLength(1);
  expect(await listReviews(bareShop, { limit: 1 })).toHaveLength(1);
});

it('the first start copies all images and videos for a demo shop, but no files of products for an owner’s own shop', async ({
  dataDir,
}) => {
  const from = path.join(import.meta.dirname, 'uploads');
  const [forDemo, forOwner] = [path.join(dataDir, 'demo'), path.join(dataDir, 'owner')];
  expect(await copyUploads(from, createFolderStorage(forDemo))).toBe(readdirSync(from).length);
  expect(readdirSync(forDemo)).toEqual(readdirSync(from));
  await copyUploads(from, createFolderStorage(forOwner), false);
  const shown = JSON.stringify([banners, videos, tiles, categories]);
  const named = readdirSync(from).filter((file) => shown.includes(`"${file}"`));
  expect(named.length).toBeGreaterThan(0);
  expect(readdirSync(forOwner)).toEqual(named);
});
