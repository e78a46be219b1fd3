import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { UploadsStorage } from './uploads-storage.server.ts';

/** Creates a storage in a folder that processes may share. Image variants are in `pictures` beside it. */
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

/** Returns the path of a new draft in a folder, which is created if it is missing. */
export async function draftIn(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  // Processes on several machines may share the folder and may have equal process ids, so the name has a random part.
  return path.join(folder, `.${name}.${randomUUID()}.part`);
}

/** Calls `write` for a draft, moves the draft to its name and returns the path. */
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

/** Sorts by time, newest first, then by name. */
export const compareNewestFirst = (a: Dated, b: Dated) => b.at - a.at || (a.name < b.name ? -1 : 1);

/** Returns the stats of a file. Returns undefined if no file exists at this path. */
export function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).then(
    (stats) => (stats.isFile() ? stats : undefined),
    () => undefined,
  );
}
