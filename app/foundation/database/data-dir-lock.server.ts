import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Takes the exclusive lock of a data folder, because two processes that write one embedded database lose rows
 * without an error. The lock is an operating-system lock (SQLite's), so it ends with its holder, however the
 * holder ends, and cannot be stolen from a living one. Returns the release; throws an Error in plain words
 * when another process holds the folder, and one with the system's words when the folder cannot be used.
 */
export function lockFolder(folder: string): () => void {
  const unlock = tryLock(folder);
  if (!unlock) throw inUse(folder);
  return unlock;
}

/**
 * Like {@link lockFolder}, but waits up to `waitMs` for a holder that called {@link markClosing}. Calls `onWait` once
 * if it waits.
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

/** Notes beside the lock that its holder is closing. */
export function markClosing(folder: string): void {
  try {
    appendFileSync(holderFile(folder), closing);
  } catch {
    // On a full disk the holder closes without the note, and another process is refused at once.
  }
}

const closing = ', closing';
const holderFile = (folder: string) => path.join(folder, 'holder.txt');

/** Takes the lock. Returns undefined if another process holds it. */
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
    throw cannotBeUsed(folder, error);
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

function inUse(folder: string): Error {
  return new Error(
    `Another shop process (${readHolder(folder)}) is using ${folder}.\n` +
      'The embedded database takes one process at a time. Stop the other one, choose another DATA_DIR, ' +
      'or set DATABASE_URL to a PostgreSQL server, which takes any number.',
  );
}

function cannotBeUsed(folder: string, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The data folder ${folder} cannot be used: ${text}`, { cause });
}

function readHolder(folder: string): string {
  try {
    return readFileSync(holderFile(folder), 'utf8');
  } catch {
    return 'starting just now';
  }
}
