import path from 'node:path';
import type { Shop } from '../shop.server.ts';
import { createBucketStorage } from './uploads-bucket.server.ts';
import { createFolderStorage } from './uploads-folder.server.ts';

/** What is known of a kept file: `mark` is another when other bytes are written under its name. */
export type StoredFile = { version: string };

/**
 * Where the files lie that the staff bring, and the pictures that are made of them: a folder of this machine, or a bucket
 * that several machines share. Names are plain, without folders. A bucket that cannot be reached throws `files-away` (503).
 */
export type UploadsStorage = {
  /** In words, and another for each place. */
  location: string;
  /** A file that was brought; `undefined` when there is none by that name. */
  find(name: string): Promise<StoredFile | undefined>;
  /** Where a file that was found lies on this machine, to be read. A file that is gone meanwhile is missing there. */
  localPath(name: string, stored: StoredFile): Promise<string>;
  listNames(): Promise<string[]>;
  listNewestFirst(): Promise<string[]>;
  /** Returns a new local path for a draft of the file, to be moved by {@link UploadsStorage.storeFile}. */
  draftPath(name: string): Promise<string>;
  /** Takes a finished draft: it is there whole, or not at all, and the draft is gone. */
  storeFile(name: string, draft: string): Promise<void>;
  storeBytes(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Lets `edit` overwrite bytes of a stored file, not its length, and stores it again if `edit` returns true. Does nothing if there is no
   * file by that name.
   */
  rewrite(name: string, edit: (path: string) => Promise<boolean>): Promise<void>;
  /** No matter if there is none by that name. */
  remove(name: string): Promise<void>;
  /** Where a picture that was made already lies on this machine; `undefined` while it is not made. */
  findVariant(name: string): Promise<string | undefined>;
  /** Keeps a picture that was made, and answers where it lies. */
  storeVariant(name: string, bytes: Uint8Array): Promise<string>;
  /** Rejects with an Error in plain words when nothing can be read there. */
  check(): Promise<void>;
};

const places = new WeakMap<Shop['config'], UploadsStorage>();

/** Where the shop's settings say that uploads lie. */
export function uploadsOf({ config, log }: Pick<Shop, 'config' | 'log'>): UploadsStorage {
  const known = places.get(config);
  if (known) return known;
  const storage = config.bucket
    ? createBucketStorage(config.bucket, path.join(config.dataDir, 'from-bucket'), log)
    : createFolderStorage(path.join(config.dataDir, 'uploads'));
  places.set(config, storage);
  return storage;
}
