import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the exclusive lock of a data folder, because two processes that write one embedded database lose rows
 * without an error. The lock is an operating-system lock (SQLite's), so it ends with its holder, however the
 * holder ends, and cannot be stolen from a living one. Returns the release; throws an Error in plain words
 * when another process holds the folder.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const holder = path.join(folder, 'holder.txt');
  const file = new DatabaseSync(path.join(folder, 'lock.sqlite'));
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    file.close();
    throw new Error(
      `Another shop process (${readHolder(holder)}) is using ${folder}.\n` +
        'The embedded database takes one process at a time. Stop the other one, choose another DATA_DIR, ' +
        'or set DATABASE_URL to a PostgreSQL server, which takes any number.',
    );
  }
  writeFileSync(holder, `process ${process.pid}, since ${new Date().toISOString()}`);
  return () => file.close();
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'starting just now';
  }
}
