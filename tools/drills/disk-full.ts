import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import { openShopUnderTest, type Place } from '../bench/shop-under-test.ts';
import { admitShoppers } from '../bench/shoppers.ts';
import { audit } from './books.ts';
import { gather } from './crowd.ts';
import type { Drill, Finding } from './drill.ts';

const sizeMb = 90;
const mb = 1024 ** 2;
const patienceMs = 5000;

/** The disk of the data folder fills up while people order from a shop on the embedded database. */
export const diskFull: Drill = {
  name: 'disk-full',
  async run() {
    const folder = scratchFolder('drill');
    const disk = path.join(folder, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', disk]).status === 0;
    try {
      if (!mounted) {
        const text = 'skipped: only root may make a small disk (tmpfs) here';
        return [{ what: 'a full disk', figure: text, holds: true }];
      }
      return await fillUp(folder, disk);
    } finally {
      if (mounted) spawnSync('umount', ['-l', disk]);
      rmSync(folder, { recursive: true });
    }
  },
};

async function fillUp(folder: string, disk: string): Promise<Finding[]> {
  const first = { dataDir: path.join(folder, 'first'), port: await freePort() };
  await (await openShopUnderTest(first)).stop();
  const shoppers = await admitShoppers(first, { count: 6, stock: 100_000 });
  // The pictures stay where they are: they alone would fill half of it.
  cpSync(path.join(first.dataDir, 'postgres'), path.join(disk, 'postgres'), { recursive: true });
  const place: Place = { dataDir: disk, port: await freePort() };
  const shop = await openShopUnderTest(place);
  const crowd = gather(shoppers);
  const ordering = crowd.order(shop.url);
  const done = () => crowd.presses.filter(({ orderId }) => orderId !== undefined).length;
  const refused = () => crowd.presses.filter((one) => one.refused === 'no-room').length;

  await until(() => done() > 20);
  const whileFree = done();
  fill(disk, 12 * mb);
  const nearlyFull = await until(() => refused() > 20);
  const reading = await readingOf(shop.url);
  const beforeLast = done();
  fill(disk, 0);
  await wait(3000);
  const readingOnFull = await readingOf(shop.url);
  rmSync(path.join(disk, 'ballast'));
  const begun = performance.now();
  const goesOn = await until(() => done() > beforeLast + 20);
  const recoveredMs = performance.now() - begun;
  const freeMb = Math.round(freeOf(disk) / mb);
  const errors = refused();
  await Promise.all([shop.kill(), ordering]);

  const last = await openShopUnderTest(place);
  await crowd.finish(last.url);
  const taken = done();
  await last.stop();
  const { orders, wrong } = await audit(place, crowd.presses);
  const odd = crowd.wrong.filter((text) => !text.includes('503'));
  return [
    {
      what: 'orders are refused in words before the disk is full',
      figure: `${whileFree} taken while there was room, then ${errors} refused with 503`,
      holds: nearlyFull && odd.length === 0,
    },
    { what: 'the shop is read meanwhile', figure: reading.words, holds: reading.holds },
    { what: 'also with not a byte free', figure: readingOnFull.words, holds: readingOnFull.holds },
    {
      what: 'it goes on by itself when there is room again',
      figure: goesOn
        ? `20 more orders within ${(recoveredMs / 1000).toFixed(1)} s`
        : `not, with ${freeMb} MB free`,
      holds: goesOn,
    },
    {
      what: 'no order is lost, and the books balance',
      figure: `${taken} acknowledged, ${orders} there; ${[...new Set([...odd, ...wrong])].join('; ') || 'nothing wrong'}`,
      holds: wrong.length === 0,
    },
  ];
}

async function readingOf(url: string): Promise<{ words: string; holds: boolean }> {
  const paths = ['/', '/Sarees', '/api/category/get-all', '/readyz'];
  const answers = await Promise.all(
    paths.map(async (one) => {
      const signal = AbortSignal.timeout(patienceMs);
      const response = await fetch(`${url}${one}`, { signal }).catch(() => undefined);
      await response?.body?.cancel();
      return `${one} ${response?.status ?? 'silent'}`;
    }),
  );
  return { words: answers.join(', '), holds: answers.every((text) => text.endsWith(' 200')) };
}

/** Leaves so many bytes free. */
function fill(disk: string, left: number): void {
  const ballast = openSync(path.join(disk, 'ballast'), 'a');
  try {
    for (;;) {
      const much = Math.min(mb, freeOf(disk) - left);
      if (much <= 0) return;
      writeSync(ballast, Buffer.alloc(much));
    }
  } catch {
    // Others write too: there is no room left.
  } finally {
    closeSync(ballast);
  }
}

function freeOf(disk: string): number {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}

async function until(isSo: () => boolean): Promise<boolean> {
  const ends = Date.now() + 60_000;
  while (!isSo()) {
    if (Date.now() > ends) return false;
    await wait(50);
  }
  return true;
}
