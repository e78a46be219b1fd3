import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { UploadsStorage } from './uploads-storage.server.ts';

/**
 * Creates a storage in a folder that several processes may share. Image variants are stored in the folder `pictures` beside it.
 */
export function createFolderStorage(folder: string): UploadsStorage {
  const images = path.join(folder, '..', 'pictures');

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
    draftPath: (name) => draftIn(folder, name),
    storeFile: (name, draft) => rename(draft, path.join(folder, name)),
    storeBytes: async (name, bytes) => {
      await writeAtomically(folder, name, (draft) => writeFile(draft, bytes));
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
    storeVariant: (name, bytes) => writeAtomically(images, name, (draft) => writeFile(draft, bytes)),
    check: async () => {
      await mkdir(folder, { recursive: true });
    },
  };
}

/** Returns a path for a new temporary file in the folder. Creates the folder if it is missing. */
export async function draftIn(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  // The file name has a random part, because processes on several machines may share the folder and have equal process ids.
  return path.join(folder, `.${name}.${randomUUID()}.part`);
}

/** Calls `write` with the path of a temporary file. Then renames this file to `name` and returns its path. */
export async function writeAtomically(
  folder: string,
  name: string,
  write: (draft: string) => Promise<void>,
): Promise<string> {
  const draft = await draftIn(folder, name);
  const file = path.join(folder, name);
  try {
    await write(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return file;
}

type Dated = { name: string; at: number };

/** Compares two files to sort them newest first, and files with the same time by name. */
export const compareNewestFirst = (a: Dated, b: Dated) => b.at - a.at || (a.name < b.name ? -1 : 1);

/** Returns size and times of a file. Returns undefined if the file does not exist. */
export function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).then(
    (stats) => (stats.isFile() ? stats : undefined),
    () => undefined,
  );
}
