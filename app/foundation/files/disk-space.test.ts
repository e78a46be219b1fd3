import { tmpdir } from 'node:os';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { readConfig } from '../config/config.server.ts';
import { errorResponse, type ShopEnv } from '../http/http.server.ts';
import { openLog } from '../log.server.ts';
import { assertDiskSpace, diskSpaceGuard, reserveBytes } from './disk-space.server.ts';

const dataDir = tmpdir();
const storage = {
  ...{ UPLOADS_S3_ENDPOINT: 'https://s3.example', UPLOADS_S3_BUCKET: 'shop' },
  ...{ UPLOADS_S3_KEY_ID: 'AKIA', UPLOADS_S3_SECRET: 'secret' },
};
const onPostgres = { DATABASE_URL: 'postgresql://db/shop' };

/** Sends a read, an order and an upload while the disk has `free` free bytes. Returns the three response statuses. */
async function requestStatuses(free: number, settings: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ DATA_DIR: dataDir, ...settings });
  const app = new Hono<ShopEnv>();
  app.use(diskSpaceGuard({ config, log: openLog('silent') }, async () => free));
  app.onError((error, c) => errorResponse(error, c));
  app.all('*', (c) => c.text('done'));
  const responses = [
    app.request('/api/products'),
    app.request('/api/checkout', { method: 'POST' }),
    app.request('/api/admin/upload/products', { method: 'POST' }),
  ];
  return (await Promise.all(responses)).map(({ status }) => status);
}

it.each([
  ['the embedded database', {}, [200, 503, 503]],
  ['PostgreSQL, files on this machine', onPostgres, [200, 200, 503]],
  ['PostgreSQL, files in a bucket', { ...onPostgres, ...storage }, [200, 200, 200]],
])('rejects only requests that would write to a full disk (shop with %s)', async (_, settings, statuses) => {
  expect(await requestStatuses(reserveBytes - 1, settings)).toEqual(statuses);
  expect(await requestStatuses(reserveBytes, settings)).toEqual([200, 200, 200]);
});

it('rejects the start of a shop with the embedded database if the disk is full, and names the free space', async () => {
  const config = readConfig({ DATA_DIR: dataDir });
  const readFreeBytes = async () => reserveBytes - 1;
  await expect(assertDiskSpace(config, readFreeBytes)).rejects.toThrow(
    `There is no room on the disk of ${dataDir}: 23 MB are free, and the embedded database needs 24.`,
  );
  await assertDiskSpace(config, async () => reserveBytes);
  await assertDiskSpace({ ...config, databaseUrl: 'postgresql://db/shop' }, readFreeBytes);
});
