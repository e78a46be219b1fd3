import { mkdir, statfs } from 'node:fs/promises';
import { createMiddleware } from 'hono/factory';
import { minutes } from '../clock.ts';
import type { Config } from '../config/config.server.ts';
import type { ShopEnv } from '../http/http.server.ts';
import { problem } from '../http/problem.ts';
import type { Shop } from '../shop.server.ts';

/** Number of bytes that must stay free. The embedded database stops if it cannot write its next WAL segment of 16 MB. */
export const reserveBytes = 24 * 1024 ** 2;

const cacheMs = 500;
const logIntervalMs = minutes(1);

const NoSpace = problem('no-room', 503, 'We cannot save anything at the moment. Please try again later.', 60);

type ReadFreeBytes = (folder: string) => Promise<number>;

const freeBytes: ReadFreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Returns the number of free bytes on the disk of a folder. Returns infinity if the folder cannot be used. The code that writes
 * to the folder then reports the error.
 */
async function readFreeBytesIn(folder: string, readFreeBytes: ReadFreeBytes): Promise<number> {
  try {
    await mkdir(folder, { recursive: true });
    return await readFreeBytes(folder);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Checks that the disk has enough free space to open the embedded database. On a full disk, the database cannot even replay its
 * WAL.
 * @throws Error for the operator, with the free and the required megabytes
 */
export async function assertDiskSpace(
  { databaseUrl, dataDir }: Config,
  readFreeBytes: ReadFreeBytes = freeBytes,
): Promise<void> {
  if (databaseUrl !== undefined) return;
  const free = await readFreeBytesIn(dataDir, readFreeBytes);
  if (free >= reserveBytes) return;
  const mb = (bytes: number) => Math.floor(bytes / 1024 ** 2);
  throw new Error(
    `There is no room on the disk of ${dataDir}: ${mb(free)} MB are free, and the embedded database needs ${mb(reserveBytes)}. ` +
      'Make room, and start again: nothing is lost.',
  );
}

/**
 * Middleware that rejects write requests while the disk is full. With an external database, rejects only uploads that are stored
 * on this disk.
 * @throws NoSpace (503)
 */
export function diskSpaceGuard(
  { config, log }: Pick<Shop, 'config' | 'log'>,
  readFreeBytes: ReadFreeBytes = freeBytes,
) {
  let free: Promise<number> | undefined;
  let cachedUntil = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  return createMiddleware<ShopEnv>(async (c, next) => {
    if (writesToThisDisk(c.req.method, c.req.path, config)) {
      const now = performance.now();
      if (free === undefined || now > cachedUntil) {
        cachedUntil = now + cacheMs;
        free = readFreeBytesIn(config.dataDir, readFreeBytes);
      }
      const bytes = await free;
      if (bytes < reserveBytes) {
        if (now - loggedAt > logIntervalMs) {
          loggedAt = now;
          log.error({ freeBytes: bytes, folder: config.dataDir }, 'the disk is full: writes are rejected');
        }
        throw NoSpace();
      }
    }
    await next();
  });
}

function writesToThisDisk(method: string, path: string, { databaseUrl, bucket }: Config): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  if (databaseUrl === undefined) return true;
  return (
    bucket === undefined &&
    (path.startsWith('/api/admin/upload/') || /^\/api\/shipment\/return\/[^/]+\/photos$/.test(path))
  );
}
