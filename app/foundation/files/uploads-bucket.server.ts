import { copyFile, open, readFile, rm, utimes } from 'node:fs/promises';
import type { BucketAccount } from '../config/uploads-config.server.ts';
import { Problem } from '../http/problem.ts';
import type { Log } from '../log.server.ts';
import { createDiskCache } from './uploads-disk-cache.server.ts';
import { compareNewestFirst } from './uploads-folder.server.ts';
import { type Bucket, type BucketObject, openBucket } from './uploads-s3.server.ts';
import type { StoredFile, UploadsStorage } from './uploads-storage.server.ts';

/** What is kept on this machine of what the bucket holds. */
const maxCachedBytes = 1024 ** 3;

/** How long it is believed that a file is as it was, and that there is none by a name; in milliseconds. */
const believedMs = { there: 60_000, missing: 3000 };
const maxRemembered = 20_000;

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
};
const typeOf = (name: string) =>
  types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';

/**
 * Uploads in a bucket: what was brought under `uploads/`, what is made of it under `pictures/`. What is asked for is copied
 * into `folder` of this machine, a gigabyte of it, and answered from there, also while the bucket is away.
 */
export function createBucketStorage(
  account: BucketAccount,
  folder: string,
  log: Pick<Log, 'warn'>,
  bucket: Bucket = openBucket(account),
): UploadsStorage {
  const location = `the bucket ${account.bucket} at ${new URL(account.endpoint).host}`;
  const near = createDiskCache(folder, maxCachedBytes, (err) =>
    log.warn({ err }, 'old copies were not removed'),
  );
  const stored = new Map<string, { object: BucketObject | undefined; until: number }>();

  /** Says why in the log; who asked is told only that the files are away. */
  async function telling<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Problem)
        log.warn({ err: error.cause, location }, 'the bucket could not be reached');
      throw error;
    }
  }

  function remember(name: string, object: BucketObject | undefined) {
    if (stored.size >= maxRemembered) stored.clear();
    const ms = object ? believedMs.there : believedMs.missing;
    stored.set(name, { object, until: performance.now() + ms });
    return object;
  }

  async function find(name: string): Promise<BucketObject | undefined> {
    const known = stored.get(name);
    if (known && performance.now() < known.until) return known.object;
    try {
      return remember(name, await telling(bucket.head(`uploads/${name}`)));
    } catch (error) {
      // What was there a while ago is there still, as far as anybody can tell.
      if (known?.object) return known.object;
      throw error;
    }
  }

  /** Copies an object here; `undefined` when the bucket has none by that key. */
  async function bring(key: string, name: string, at?: number): Promise<string | undefined> {
    try {
      return await near.writeOnce(name, async (draft) => {
        const file = await open(draft, 'wx');
        try {
          if (!(await telling(bucket.get(key, (part) => file.writeFile(part))))) throw new NoSuchObject();
        } finally {
          await file.close();
        }
        if (at !== undefined) await utimes(draft, new Date(), new Date(at));
      });
    } catch (error) {
      if (error instanceof NoSuchObject) return undefined;
      throw error;
    }
  }

  async function storeBytes(name: string, bytes: Uint8Array) {
    await telling(bucket.put(`uploads/${name}`, bytes, typeOf(name)));
    stored.delete(name);
  }

  const list = async () => {
    const found = await telling(bucket.list('uploads/'));
    return found.map(({ key, at }) => ({ name: key.slice('uploads/'.length), at }));
  };

  async function localPath(name: string, { version }: StoredFile): Promise<string> {
    const copy = `${version}-${name}`;
    const found = await near.find(copy);
    if (found) return found;
    return (await bring(`uploads/${name}`, copy, stored.get(name)?.object?.at)) ?? `${folder}/${copy}`;
  }

  return {
    location,
    find,
    localPath,
    listNames: async () => (await list()).map(({ name }) => name),
    listNewestFirst: async () => (await list()).toSorted(compareNewestFirst).map(({ name }) => name),
    draftPath: near.draftPath,
    storeFile: async (name, draft) => {
      await storeBytes(name, await readFile(draft));
      await rm(draft, { force: true });
    },
    storeBytes,
    rewrite: async (name, edit) => {
      const object = await find(name);
      if (!object) return;
      const copy = await localPath(name, object);
      const draft = await near.draftPath(name);
      try {
        await copyFile(copy, draft);
        if (!(await edit(draft))) return;
        await storeBytes(name, await readFile(draft));
        await rm(copy, { force: true });
      } finally {
        await rm(draft, { force: true });
      }
    },
    remove: async (name) => {
      await telling(bucket.remove(`uploads/${name}`));
      stored.delete(name);
    },
    findVariant: async (name) => (await near.find(name)) ?? bring(`pictures/${name}`, name),
    storeVariant: async (name, bytes) => {
      const made = await near.storeBytes(name, bytes);
      // Whoever asked for it does not wait for the other machines to have it too.
      telling(bucket.put(`pictures/${name}`, bytes, typeOf(name))).catch(() => undefined);
      return made;
    },
    check: async () => {
      await bucket.list('uploads/.').catch((error: unknown) => {
        const cause = error instanceof Error ? error.cause : error;
        const text = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`Uploads cannot be reached in ${location}: ${text}`, { cause });
      });
    },
  };
}

class NoSuchObject extends Error {}
