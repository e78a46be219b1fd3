import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { UploadsStorage } from './uploads-storage.server.ts';

/**
 * Creates a storage in a folder, with image variants in the folder `pictures` beside it. Processes may share both
 * folders.
 */
export function createFolderStorage(folder: string): UploadsStorage {
  const images = path.join(folder, '..', 'pictures');

  async function write(into: string, name: string, bytes: Uint8Array): Promise<string> {
    await mkdir(into, { recursive: true });
    // Processes on several machines may share the folder and may have equal process ids, so the name has a random part.
    const draft = path.join(into, `.${name}.${randomUUID()}.part`);
    try {
      await writeFile(draft, bytes);
      await rename(draft, path.join(into, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return path.join(into, name);
  }

  return {
    location: folder,
    find: async (name) => {
      const stats = await statOf(path.join(folder, name));
      return stats && { version: Math.floor(stats.mtimeMs).toString(36) };
    },
    localPath: async (name) => path.join(folder, name),
    listNames: () => readdir(folder),
    listNewestFirst: async () => {
      const names = await readdir(folder);
      const dated = await Promise.all(
        names.map(async (name) => ({ name, at: (await statOf(path.join(folder, name)))?.mtimeMs ?? 0 })),
      );
      return dated.toSorted(compareNewestFirst).map(({ name }) => name);
    },
    draftPath: async (name) => {
      await mkdir(folder, { recursive: true });
      return path.join(folder, `.${name}.part`);
    },
    storeFile: (name, draft) => rename(draft, path.join(folder, name)),
    storeBytes: async (name, bytes) => {
      await write(folder, name, bytes);
    },
    rewrite: async (name, edit) => {
      const file = path.join(folder, name);
      if (await statOf(file)) await edit(file);
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    findVariant: async (name) => {
      const file = path.join(images, name);
      return (await statOf(file)) && file;
    },
    storeVariant: (name, bytes) => write(images, name, bytes),
    check: async () => {
      await mkdir(folder, { recursive: true });
    },
  };
}

type Dated = { name: string; at: number };

/** Sorts by time, newest first, then by name. */
export const compareNewestFirst = (a: Dated, b: Dated) => b.at - a.at || (a.name < b.name ? -1 : 1);

/** Returns the stats of a file. Returns undefined if no file exists at this path. */
export function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).then(
    (stats) => (stats.isFile() ? stats : undefined),
    () => undefined,
  );
}
