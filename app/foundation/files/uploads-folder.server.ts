import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { UploadsStorage } from './uploads-storage.server.ts';

/** Uploads in a folder; what is made of them lies beside it in `pictures`. Processes may share the two. */
export function createFolderStorage(folder: string): UploadsStorage {
  const images = path.join(folder, '..', 'pictures');

  async function write(into: string, name: string, bytes: Uint8Array): Promise<string> {
    await mkdir(into, { recursive: true });
    // Processes on one shared folder may have the same number, so a number does not do for the name.
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
      const found = await statOf(path.join(folder, name));
      return found && { version: Math.floor(found.mtimeMs).toString(36) };
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
      const made = path.join(images, name);
      return (await statOf(made)) && made;
    },
    storeVariant: (name, bytes) => write(images, name, bytes),
    check: async () => {
      await mkdir(folder, { recursive: true });
    },
  };
}

type Dated = { name: string; at: number };

/** The newest first; of the same age, by their names. */
export const compareNewestFirst = (one: Dated, other: Dated) =>
  other.at - one.at || (one.name < other.name ? -1 : 1);

/** What the file system says of a file; nothing when there is none by that name. */
export function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).then(
    (found) => (found.isFile() ? found : undefined),
    () => undefined,
  );
}
