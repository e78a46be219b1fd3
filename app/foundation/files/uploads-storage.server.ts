import path from 'node:path';
import type { Shop } from '../shop.server.ts';
import { createBucketStorage } from './uploads-bucket.server.ts';
import { createFolderStorage } from './uploads-folder.server.ts';

/** A stored file. Its `version` changes if its bytes are replaced. */
export type StoredFile = { version: string };

/**
 * Storage for uploaded files and generated image variants: a local folder, or a bucket shared by several machines.
 * @throws FilesUnavailable (503) if the bucket cannot be reached
 */
export type UploadsStorage = {
  /** Description of the storage for logs and errors. It is unique for each storage. */
  location: string;
  /** Finds an uploaded file. Returns undefined if the file does not exist. */
  find(name: string): Promise<StoredFile | undefined>;
  /** Returns the local path of a stored file. If the file was deleted in the meantime, the path does not exist. */
  localPath(name: string, stored: StoredFile): Promise<string>;
  listNames(): Promise<string[]>;
  listNewestFirst(): Promise<string[]>;
  /** Returns the local path of a temporary file. {@link UploadsStorage.storeFile} moves this file into the storage. */
  draftPath(name: string): Promise<string>;
  /** Moves a complete temporary file into the storage atomically. */
  storeFile(name: string, draft: string): Promise<void>;
  storeBytes(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Calls `edit`, which may overwrite bytes of the file but must not change its length. Stores the file if `edit` returns true.
   */
  rewrite(name: string, edit: (path: string) => Promise<boolean>): Promise<void>;
  /** Deletes a file. Also succeeds if the file does not exist. */
  remove(name: string): Promise<void>;
  /** Returns the local path of an image variant. Returns undefined if the variant does not exist yet. */
  findVariant(name: string): Promise<string | undefined>;
  /** Stores an image variant and returns its local path. */
  storeVariant(name: string, bytes: Uint8Array): Promise<string>;
  /**
   * Checks that the storage can be used. Rejects with an Error for the operator if the bucket cannot be listed. Creates the local
   * folder if it is missing.
   */
  check(): Promise<void>;
};

const storages = new WeakMap<Shop['config'], UploadsStorage>();

/** Returns the configured storage for uploads. Each configuration has one instance. */
export function uploadsOf({ config, log }: Pick<Shop, 'config' | 'log'>): UploadsStorage {
  const existing = storages.get(config);
  if (existing) return existing;
  const storage = config.bucket
    ? createBucketStorage(config.bucket, path.join(config.dataDir, 'from-bucket'), log)
    : createFolderStorage(path.join(config.dataDir, 'uploads'));
  storages.set(config, storage);
  return storage;
}
