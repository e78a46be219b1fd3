import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { statOf } from './uploads-folder.server.ts';

/** Copies on this machine of what lies elsewhere. All of them may be removed at any time. */
export type DiskCache = {
  find(name: string): Promise<string | undefined>;
  /** Lets `write` write a copy, and answers where it lies; many who ask for one at once wait for the same writing. */
  writeOnce(name: string, write: (draft: string) => Promise<void>): Promise<string>;
  /** Keeps what was made here. */
  storeBytes(name: string, bytes: Uint8Array): Promise<string>;
  draftPath(name: string): Promise<string>;
};

const anHour = 3_600_000;

/**
 * Keeps copies in `folder`, about `maxBytes` of them: then those that came first go. Processes may share the folder.
 * `onTrouble` is told when the old ones could not be removed.
 */
export function createDiskCache(
  folder: string,
  maxBytes: number,
  onError: (error: unknown) => void,
): DiskCache {
  const underWay = new Map<string, Promise<string>>();
  let sinceSwept = Number.POSITIVE_INFINITY;

  async function draftPath(name: string): Promise<string> {
    await mkdir(folder, { recursive: true });
    return path.join(folder, `.${name}.${randomUUID()}.part`);
  }

  async function write(name: string, into: (draft: string) => Promise<void>): Promise<string> {
    const draft = await draftPath(name);
    try {
      await into(draft);
      const { size } = await stat(draft);
      await rename(draft, path.join(folder, name));
      sinceSwept += size;
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    if (sinceSwept > maxBytes / 16) {
      sinceSwept = 0;
      sweep(folder, maxBytes).catch(onError);
    }
    return path.join(folder, name);
  }

  return {
    find: async (name) => {
      const file = path.join(folder, name);
      return (await statOf(file)) && file;
    },
    writeOnce: (name, into) => {
      const begun = underWay.get(name);
      if (begun) return begun;
      const writing = write(name, into).finally(() => underWay.delete(name));
      underWay.set(name, writing);
      return writing;
    },
    storeBytes: (name, bytes) => write(name, (draft) => writeFile(draft, bytes)),
    draftPath,
  };
}

/** Removes drafts that nobody finished, and then the copies that came first, until the others take `maxBytes` at most. */
async function sweep(folder: string, maxBytes: number): Promise<void> {
  const copies: { file: string; size: number; at: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await statOf(file);
    if (!found) continue;
    if (!name.startsWith('.')) copies.push({ file, size: found.size, at: found.ctimeMs });
    else if (found.ctimeMs < Date.now() - anHour) await rm(file, { force: true });
  }
  let total = copies.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of copies.toSorted((one, other) => one.at - other.at)) {
    if (total <= maxBytes) return;
    await rm(file, { force: true });
    total -= size;
  }
}
