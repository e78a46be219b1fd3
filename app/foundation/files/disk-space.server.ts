import { mkdir, statfs } from 'node:fs/promises';
import { createMiddleware } from 'hono/factory';
import type { Config } from '../config/config.server.ts';
import type { ShopEnv } from '../http/http.server.ts';
import { Problem } from '../http/problem.ts';
import type { Shop } from '../shop.server.ts';

/**
 * What must stay free on the disk of the data folder, in bytes: a database that finds no room for its next piece of journal (16
 * MB) stops in the middle of its work.
 */
export const reserveBytes = 24 * 1024 ** 2;

/** How long one look at the disk is believed, in milliseconds, and how often the log is told. */
const believedMs = 500;
const reportedEveryMs = 60_000;

const NoSpace = () =>
  new Problem(
    'no-room',
    503,
    'The shop cannot write anything down just now. Please try again later.',
    [],
    60,
  );

type ReadFreeBytes = (folder: string) => Promise<number>;

/** How many bytes are free on the disk of a folder. */
const freeBytes: ReadFreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** A folder that cannot be used is told by those who use it. */
async function freeIn(folder: string, readFreeBytes: ReadFreeBytes): Promise<number> {
  try {
    await mkdir(folder, { recursive: true });
    return await readFreeBytes(folder);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Throws an Error in plain words where the embedded database could not open for want of room: on a full disk it cannot even
 * read its journal to the end.
 */
export async function assertDiskSpace(
  { databaseUrl, dataDir }: Config,
  readFreeBytes: ReadFreeBytes = freeBytes,
): Promise<void> {
  if (databaseUrl !== undefined) return;
  const free = await freeIn(dataDir, readFreeBytes);
  if (free >= reserveBytes) return;
  const mb = (bytes: number) => Math.floor(bytes / 1024 ** 2);
  throw new Error(
    `There is no room on the disk of ${dataDir}: ${mb(free)} MB are free, and the embedded database needs ${mb(reserveBytes)}. ` +
      'Make room, and start again: nothing is lost.',
  );
}

/**
 * Refuses with `no-room` (503) what would be written onto a full disk, before anything of it is begun: every call that changes
 * something on the embedded database, and else the files that the staff bring, where they lie on this machine. Reading goes on,
 * and so does everything when there is room again.
 */
export function diskSpaceGuard(
  { config, log }: Pick<Shop, 'config' | 'log'>,
  readFreeBytes: ReadFreeBytes = freeBytes,
) {
  let free: Promise<number> | undefined;
  let believedUntil = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;

  return createMiddleware<ShopEnv>(async (c, next) => {
    if (writesHere(c.req.method, c.req.path, config)) {
      const now = performance.now();
      if (free === undefined || now > believedUntil) {
        believedUntil = now + believedMs;
        free = freeIn(config.dataDir, readFreeBytes);
      }
      const bytes = await free;
      if (bytes < reserveBytes) {
        if (now - reportedAt > reportedEveryMs) {
          reportedAt = now;
          log.error({ freeBytes: bytes, folder: config.dataDir }, 'the disk is full: nothing is written');
        }
        throw NoSpace();
      }
    }
    await next();
  });
}

function writesHere(method: string, path: string, { databaseUrl, bucket }: Config): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  if (databaseUrl === undefined) return true;
  return bucket === undefined && path.startsWith('/api/admin/upload/');
}
