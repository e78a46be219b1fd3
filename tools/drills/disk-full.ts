import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../tests/engine/postgres-server.ts';
import { openShopUnderTest, type ShopLocation, withShopDatabase } from '../bench/shop-under-test.ts';
import { prepareShopForLoad } from '../bench/shoppers.ts';
import { audit, findDifferences } from './audit.ts';
import { type Drill, type Finding, formatTime } from './drill.ts';
import { onEmbedded } from './locations.ts';
import { simulateShoppers } from './simulated-shoppers.ts';

const diskMb = 90;
const mb = 1024 ** 2;
const readTimeoutMs = 5000;

/** The disk of the data folder fills up while customers order from a shop on the embedded database. */
export const diskFull: Drill = {
  name: 'disk-full',
  run: () =>
    onEmbedded(async ({ dataDir: folder }) => {
      const disk = path.join(folder, 'disk');
      mkdirSync(disk);
      const isMounted =
        spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', disk]).status === 0;
      if (!isMounted) {
        const measured = 'skipped: only root can mount a small disk (tmpfs)';
        return [{ promise: 'a full disk', measured, holds: true }];
      }
      try {
        return await fillWhileOrdering(folder, disk);
      } finally {
        spawnSync('umount', ['-l', disk]);
      }
    }),
};

async function fillWhileOrdering(folder: string, disk: string): Promise<Finding[]> {
  const first = { dataDir: path.join(folder, 'first'), port: await freePort() };
  await (await openShopUnderTest(first)).stop();
  const shoppers = await prepareShopForLoad(first, { count: 6, stock: 100_000 });
  // Leave out the images, which would fill half of the disk.
  cpSync(path.join(first.dataDir, 'postgres'), path.join(disk, 'postgres'), { recursive: true });
  const location: ShopLocation = { dataDir: disk, port: await freePort() };
  const shop = await openShopUnderTest(location);
  const simulation = simulateShoppers(shoppers);
  const ordering = simulation.order(shop.url);
  const acknowledged = () => simulation.acknowledged().length;
  const rejected = () => simulation.attempts.filter((attempt) => attempt.rejected === 'no-room').length;

  await waitUntil(() => acknowledged() > 20);
  const whileFree = acknowledged();
  fill(disk, 12 * mb);
  const isRejecting = await waitUntil(() => rejected() > 20);
  const nearlyFull = await readPages(shop.url);
  const beforeFull = acknowledged();
  fill(disk, 0);
  await wait(3000);
  const full = await readPages(shop.url);
  rmSync(path.join(disk, 'ballast'));
  const startedAt = performance.now();
  const hasRecovered = await waitUntil(() => acknowledged() > beforeFull + 20);
  const recoveryMs = performance.now() - startedAt;
  const freeMb = Math.round(freeBytes(disk) / mb);
  const rejections = rejected();
  await Promise.all([shop.kill(), ordering]);

  const last = await openShopUnderTest(location);
  await simulation.finish(last.url);
  await last.stop();
  const audited = await audit(location, simulation.attempts);
  const responseFaults = simulation.faults.filter((text) => !text.includes('503'));
  const faults = new Set([...responseFaults, ...audited.faults]);
  return [
    {
      promise: 'orders are rejected with a message before the disk is full',
      measured: `${whileFree} acknowledged with free space, then ${rejections} rejected with 503`,
      holds: isRejecting && responseFaults.length === 0,
    },
    { promise: 'pages are readable on a nearly full disk', ...nearlyFull },
    { promise: 'pages are readable on a full disk', ...full },
    {
      promise: 'orders go on when there is free space again',
      measured: hasRecovered
        ? `20 more orders within ${formatTime(recoveryMs)}`
        : `not, with ${freeMb} MB free`,
      holds: hasRecovered,
    },
    {
      promise: 'no order is lost, and the audit finds no fault',
      measured: `${acknowledged()} acknowledged, ${audited.orders} stored; ${[...faults].join('; ') || 'no fault'}`,
      holds: audited.faults.length === 0,
    },
    await withShopDatabase(location, findDifferences),
  ];
}

async function readPages(url: string): Promise<Pick<Finding, 'measured' | 'holds'>> {
  const paths = ['/', '/Sarees', '/api/category/get-all', '/readyz'];
  const statuses = await Promise.all(
    paths.map(async (page) => {
      const signal = AbortSignal.timeout(readTimeoutMs);
      const response = await fetch(`${url}${page}`, { signal }).catch(() => undefined);
      await response?.body?.cancel();
      return response?.status;
    }),
  );
  return {
    measured: paths.map((page, index) => `${page} ${statuses[index] ?? 'no response'}`).join(', '),
    holds: statuses.every((status) => status === 200),
  };
}

/** Writes a file that leaves `left` bytes of the disk free. */
function fill(disk: string, left: number): void {
  const ballast = openSync(path.join(disk, 'ballast'), 'a');
  try {
    for (;;) {
      const bytes = Math.min(mb, freeBytes(disk) - left);
      if (bytes <= 0) return;
      writeSync(ballast, Buffer.alloc(bytes));
    }
  } catch {
    // The database also writes, so the disk can be full earlier.
  } finally {
    closeSync(ballast);
  }
}

function freeBytes(disk: string): number {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}

/** Waits until `condition` is true. Returns false after a minute. */
async function waitUntil(condition: () => boolean): Promise<boolean> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await wait(50);
  }
  return true;
}
