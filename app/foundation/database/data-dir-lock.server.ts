import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Locks a data folder, because two processes with the same embedded database lose rows without an error. Creates the folder if it
 * is missing. The lock ends with the process. Returns a function that releases it.
 * @throws Error with a message for the operator if another process has the lock, or if the folder cannot be used
 */
export function lockFolder(folder: string): () => void {
  const unlock = tryLock(folder);
  if (!unlock) throw inUse(folder);
  return unlock;
}

/**
 * Locks a folder like {@link lockFolder}. If another process has the lock and has called {@link markClosing}, waits up to
 * `waitMs` until that process releases the lock. Calls `onWait` once before waiting.
 */
export async function lockClosingFolder(
  folder: string,
  onWait: () => void,
  waitMs = 15_000,
): Promise<() => void> {
  const start = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    const unlock = tryLock(folder);
    if (unlock) return unlock;
    if (!readHolder(folder).endsWith(closing) || performance.now() - start >= waitMs) throw inUse(folder);
    if (isFirst) onWait();
    await wait(100);
  }
}

/** Writes into `holder.txt` that this process is closing. Processes that wait for the lock read this file. */
export function markClosing(folder: string): void {
  try {
    appendFileSync(holderFile(folder), closing);
  } catch {
    // On a full disk, the file cannot be written. A second process then fails at once and does not wait.
  }
}

const closing = ', closing';
const holderFile = (folder: string) => path.join(folder, 'holder.txt');

/** Locks the folder. Returns undefined if the lock is already taken. @throws Error if the folder cannot be used */
function tryLock(folder: string): (() => void) | undefined {
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    const opened = new DatabaseSync(path.join(folder, 'lock.sqlite'));
    file = opened;
    opened.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    writeFileSync(holderFile(folder), `process ${process.pid}, since ${new Date().toISOString()}`);
    return () => opened.close();
  } catch (error) {
    file?.close();
    if (isHeld(error)) return undefined;
    const text = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${folder} cannot be used: ${text}`, { cause: error });
  }
}

const sqliteBusy = 5;

/**
 * True for SQLite's error "busy", which means that another connection has the lock. The lowest byte of an extended error code is
 * the basic code.
 */
function isHeld(error: unknown): boolean {
  return error instanceof Error && Number(Reflect.get(error, 'errcode')) % 256 === sqliteBusy;
}

function inUse(folder: string): Error {
  return new Error(
    `Another shop process (${readHolder(folder)}) is using ${folder}.\n` +
      'The embedded database takes one process at a time. Stop the other one, choose another DATA_DIR, ' +
      'or set DATABASE_URL to a PostgreSQL server, which takes any number.',
  );
}

function readHolder(folder: string): string {
  try {
    return readFileSync(holderFile(folder), 'utf8');
  } catch {
    return 'starting just now';
  }
}
