import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the exclusive lock of a data folder, because two processes that write one embedded database lose rows
 * without an error. The lock is an operating-system lock (SQLite's), so it ends with its holder, however the
 * holder ends, and cannot be stolen from a living one. Returns the release; throws an Error in plain words
 * when another process holds the folder, and one with the system's words when the folder cannot be used.
 */
export function lockFolder(folder: string): () => void {
  const holder = path.join(folder, 'holder.txt');
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    const opened = new DatabaseSync(path.join(folder, 'lock.sqlite'));
    file = opened;
    opened.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    writeFileSync(holder, `process ${process.pid}, since ${new Date().toISOString()}`);
    return () => opened.close();
  } catch (error) {
    file?.close();
    throw isHeld(error) ? new Error(inUse(folder, holder)) : cannotBeUsed(folder, error);
  }
}

const sqliteBusy = 5;

/** SQLite puts what it found out besides into the higher bytes of its number. */
function isHeld(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    error.errcode % 256 === sqliteBusy
  );
}

function inUse(folder: string, holder: string): string {
  return (
    `Another shop process (${readHolder(holder)}) is using ${folder}.\n` +
    'The embedded database takes one process at a time. Stop the other one, choose another DATA_DIR, ' +
    'or set DATABASE_URL to a PostgreSQL server, which takes any number.'
  );
}

function cannotBeUsed(folder: string, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The data folder ${folder} cannot be used: ${text}`, { cause });
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'starting just now';
  }
}
