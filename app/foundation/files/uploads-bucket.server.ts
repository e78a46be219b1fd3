import { copyFile, open, readFile, rm, utimes } from 'node:fs/promises';
import { getMimeType } from 'hono/utils/mime';
import { minutes, seconds } from '../clock.ts';
import type { BucketAccount } from '../config/accounts.server.ts';
import { Problem } from '../http/problem.ts';
import type { Log } from '../log.server.ts';
import { createDiskCache } from './uploads-disk-cache.server.ts';
import { compareNewestFirst } from './uploads-folder.server.ts';
import { type Bucket, type BucketObject, openBucket } from './uploads-s3.server.ts';
import type { StoredFile, UploadsStorage } from './uploads-storage.server.ts';

/** Approximate maximum size of all local copies in bytes. */
const maxCachedBytes = 1024 ** 3;

/** Time in milliseconds for which a lookup in the bucket is cached. `found`: the object exists. `missing`: it does not exist. */
const cacheMs = { found: minutes(1), missing: seconds(3) };
const maxLookups = 20_000;

type DiskCache = ReturnType<typeof createDiskCache>;

const typeOf = (name: string) => getMimeType(name) ?? 'application/octet-stream';

/**
 * Creates a storage in a bucket. Uploads are stored under `uploads/`, and image variants under `pictures/`. `folder` contains
 * local copies of up to about 1 GiB. While the bucket is unreachable, the copies are served if this process has found the files
 * before.
 */
export function createBucketStorage(
  account: BucketAccount,
  folder: string,
  log: Pick<Log, 'warn'>,
): UploadsStorage {
  const location = `the bucket ${account.bucket} at ${new URL(account.endpoint).host}`;
  const client = openBucket(account);
  const bucket = withFailuresLogged(client, (err) =>
    log.warn({ err, location }, 'failed to reach the bucket'),
  );
  const copies = createDiskCache(folder, maxCachedBytes, (err) =>
    log.warn({ err }, 'failed to remove old copies of files'),
  );
  const uploads = createUploads(bucket, copies, folder);
  return {
    location,
    ...uploads,
    draftPath: copies.draftPath,
    storeFile: async (name, draft) => {
      await uploads.storeBytes(name, await readFile(draft));
      await rm(draft, { force: true });
    },
    rewrite: async (name, edit) => {
      const object = await uploads.find(name);
      if (!object) return;
      const copy = await uploads.localPath(name, object);
      const draft = await copies.draftPath(name);
      try {
        await copyFile(copy, draft);
        if (!(await edit(draft))) return;
        await uploads.storeBytes(name, await readFile(draft));
        await rm(copy, { force: true });
      } finally {
        await rm(draft, { force: true });
      }
    },
    findVariant: async (name) =>
      (await copies.find(name)) ?? download(bucket, copies, { key: `pictures/${name}`, name }),
    storeVariant: async (name, bytes) => {
      const file = await copies.storeBytes(name, bytes);
      // Do not wait for the upload to the bucket before responding.
      bucket.put(`pictures/${name}`, bytes, typeOf(name)).catch(() => undefined);
      return file;
    },
    check: async () => {
      await client.list('uploads/.').catch((error: unknown) => {
        const cause = error instanceof Error ? error.cause : error;
        const text = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`Uploads cannot be reached in ${location}: ${text}`, { cause });
      });
    },
  };
}

/** Logs the cause of each failure of the bucket, because the response does not contain it. */
function withFailuresLogged(bucket: Bucket, logFailure: (cause: unknown) => void): Bucket {
  async function logged<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Problem) logFailure(error.cause);
      throw error;
    }
  }
  return {
    head: (key) => logged(bucket.head(key)),
    get: (key, write) => logged(bucket.get(key, write)),
    put: (key, bytes, type) => logged(bucket.put(key, bytes, type)),
    remove: (key) => logged(bucket.remove(key)),
    list: (prefix) => logged(bucket.list(prefix)),
  };
}

/** Creates the part of the storage that contains the uploads. Lookups in the bucket are cached for {@link cacheMs}. */
function createUploads(bucket: Bucket, copies: DiskCache, folder: string) {
  const lookups = new Map<string, { object: BucketObject | undefined; until: number }>();

  function cacheLookup(name: string, object: BucketObject | undefined) {
    if (lookups.size >= maxLookups) lookups.clear();
    const ms = object ? cacheMs.found : cacheMs.missing;
    lookups.set(name, { object, until: performance.now() + ms });
    return object;
  }

  const list = async () => {
    const objects = await bucket.list('uploads/');
    return objects.map(({ key, at }) => ({ name: key.slice('uploads/'.length), at }));
  };

  return {
    find: async (name: string): Promise<BucketObject | undefined> => {
      const cached = lookups.get(name);
      if (cached && performance.now() < cached.until) return cached.object;
      try {
        return cacheLookup(name, await bucket.head(`uploads/${name}`));
      } catch (error) {
        // If the lookup was successful before, assume that the file still exists while the bucket is unreachable.
        if (cached?.object) return cached.object;
        throw error;
      }
    },
    localPath: async (name: string, { version }: StoredFile): Promise<string> => {
      const copy = `${version}-${name}`;
      const at = lookups.get(name)?.object?.at;
      return (
        (await copies.find(copy)) ??
        (await download(bucket, copies, { key: `uploads/${name}`, name: copy, at })) ??
        `${folder}/${copy}`
      );
    },
    listNames: async () => (await list()).map(({ name }) => name),
    listNewestFirst: async () => (await list()).toSorted(compareNewestFirst).map(({ name }) => name),
    storeBytes: async (name: string, bytes: Uint8Array) => {
      await bucket.put(`uploads/${name}`, bytes, typeOf(name));
      lookups.delete(name);
    },
    remove: async (name: string) => {
      await bucket.remove(`uploads/${name}`);
      lookups.delete(name);
    },
  };
}

type DownloadInput = { key: string; name: string; at?: number | undefined };

/**
 * Downloads an object and returns the path of the local copy. Returns undefined if the key does not exist. `at` in milliseconds
 * becomes the modification time of the copy.
 */
async function download(bucket: Bucket, copies: DiskCache, { key, name, at }: DownloadInput) {
  try {
    return await copies.writeShared(name, async (draft) => {
      const file = await open(draft, 'wx');
      try {
        if (!(await bucket.get(key, (part) => file.writeFile(part)))) throw new NoSuchObject();
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

class NoSuchObject extends Error {}
