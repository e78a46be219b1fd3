import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { runStatement } from '../tests/engine/databases.ts';
import { makeTempFolder } from '../tests/engine/temp-folder.ts';
import { differentCode, sentCode } from '../tests/fixtures/sent-code.ts';
import { signInAs } from '../tests/fixtures/sign-in.ts';
import { test as base } from '../tests/fixtures/world.ts';
import { createApp } from './app.server.ts';
import { createShop } from './start-up.server.ts';

const root = path.join(import.meta.dirname, '..');
const product = '/api/product/get-single/TB-SAR-001';

/**
 * Two shops on one PostgreSQL database, each with its own caches. Undefined with the embedded database, because only one process
 * can open it.
 */
const it = base.extend('pair', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  if (world.engine !== 'postgres') return undefined;
  const name = `pair_${randomUUID().replaceAll('-', '')}`;
  await runStatement(world.server, `create database ${name} template ${world.template}`);
  const url = new URL(name, world.server).href;
  const dataDir = makeTempFolder('pair');
  mkdirSync(path.join(dataDir, 'uploads'));
  const open = async () => {
    const paths = { DATA_DIR: dataDir, DATABASE_URL: url, PUBLIC_URL: 'http://shop.test' };
    const opened = await createShop({ ...paths, LOG_LEVEL: 'silent' }, root);
    return { ...opened, app: createApp(opened) };
  };
  const pair = [await open(), await open()] as const;
  onCleanup(async () => {
    for (const { close } of pair) await close({ close: (done) => done() });
    await runStatement(world.server, `drop database ${name}`);
    rmSync(dataDir, { recursive: true });
  });
  return { pair, url };
});

type Pair = readonly { app: ReturnType<typeof createApp> }[];

/** Requests the price twice from each shop. Returns the price of the second response, which can come from the cache. */
async function readBoth(pair: Pair): Promise<number[]> {
  const prices: number[] = [];
  for (const { app } of pair) {
    await app.request(product);
    const { price }: { price: number } = await (await app.request(product)).json();
    prices.push(price);
  }
  return prices;
}

it('shows a price change in both processes if it is made through one of them', async ({ pair: opened }) => {
  if (!opened) return;
  const { pair } = opened;
  await readBoth(pair);
  for (const rupees of [21_100, 21_200, 21_300]) {
    await pair[0].shop.db.execute(
      sql`update products set price_paise = ${rupees * 100} where id = 'TB-SAR-001'`,
    );
    await expect.poll(() => readBoth(pair), { timeout: 10_000 }).toEqual([rupees, rupees]);
  }
});

it('shows a price change in both processes after their listeners reconnect', async ({ pair: opened }) => {
  if (!opened) return;
  const { pair, url } = opened;
  await readBoth(pair);
  await runStatement(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and query in ('select 1', 'listen shop_changes')`,
  );
  const change = sql`update products set price_paise = 2140000 where id = 'TB-SAR-001'`;
  await vi.waitFor(() => pair[1].shop.db.execute(change), 10_000);
  await expect.poll(() => readBoth(pair), { timeout: 10_000 }).toEqual([21_400, 21_400]);
});

it('counts wrong sign-in codes in both processes together [S-AUTH-12]', async ({ pair: opened }) => {
  if (!opened) return;
  const [{ app, shop }, other] = opened.pair;
  const email = 'guessed@example.in';
  const headers = { 'content-type': 'application/json' };
  const post = (target: typeof app, endpoint: string, body: unknown) =>
    target.request(`/api/user/${endpoint}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post(app, 'send-otp', { email });
  const code = await sentCode(shop, email);
  const wrong = differentCode(code);
  const targets = [app, other.app, app, other.app, app];
  await Promise.all(targets.map((target) => post(target, 'verify-otp', { email, otp: wrong })));
  expect((await post(other.app, 'verify-otp', { email, otp: code })).status).toBe(400);
});

it('ends a session in both processes when the customer signs out through one of them', async ({
  pair: opened,
}) => {
  if (!opened) return;
  const [{ app, shop }, other] = opened.pair;
  const { headers } = await signInAs(shop, 'leaving@example.in');
  expect((await other.app.request('/api/cart/get', { headers })).status).toBe(200);
  await app.request('/api/user/logout', { method: 'POST', headers });
  expect((await other.app.request('/api/cart/get', { headers })).status).toBe(401);
});
