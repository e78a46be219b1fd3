import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hours } from '../clock.ts';
import { draftIn, statOf, writeAtomically } from './uploads-folder.server.ts';

/**
 * Creates a cache of remote files in `folder`, which several processes may share. Regularly deletes the oldest files, so that all
 * files together have at most about `maxBytes`.
 */
export function createDiskCache(folder: string, maxBytes: number, onError: (error: unknown) => void) {
  const writes = new Map<string, Promise<string>>();
  let bytesSinceSweep = Number.POSITIVE_INFINITY;

  async function write(name: string, into: (draft: string) => Promise<void>): Promise<string> {
    const file = await writeAtomically(folder, name, async (draft) => {
      await into(draft);
      bytesSinceSweep += (await stat(draft)).size;
    });
    if (bytesSinceSweep > maxBytes / 16) {
      bytesSinceSweep = 0;
      sweep(folder, maxBytes).catch(onError);
    }
    return file;
  }

  return {
    find: async (name: string) => {
      const file = path.join(folder, name);
      return (await statOf(file)) && file;
    },
    /**
     * Stores a file in the cache under `name` and returns its path. `into` writes the file to a temporary path. Concurrent calls
     * for the same name share one call of `into`.
     */
    writeShared: (name: string, into: (draft: string) => Promise<void>): Promise<string> => {
      const running = writes.get(name);
      if (running) return running;
      const writing = write(name, into).finally(() => writes.delete(name));
      writes.set(name, writing);
      return writing;
    },
    /** Stores bytes in the cache and returns the path of the file. */
    storeBytes: (name: string, bytes: Uint8Array) => write(name, (draft) => writeFile(draft, bytes)),
    draftPath: (name: string) => draftIn(folder, name),
  };
}

/**
 * Deletes temporary files that are older than an hour. Then deletes the oldest cached files, until the cached files together have
 * at most `maxBytes`.
 */
async function sweep(folder: string, maxBytes: number): Promise<void> {
  const copies: { file: string; size: number; at: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const stats = await statOf(file);
    if (!stats) continue;
    if (!name.startsWith('.')) copies.push({ file, size: stats.size, at: stats.ctimeMs });
    else if (stats.ctimeMs < Date.now() - hours(1)) await rm(file, { force: true });
  }
  let total = copies.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of copies.toSorted((a, b) => a.at - b.at)) {
    if (total <= maxBytes) return;
    await rm(file, { force: true });
    total -= size;
  }
}
