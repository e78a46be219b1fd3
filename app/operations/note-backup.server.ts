import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Config } from '../foundation/config/config.server.ts';
import { lockFolder } from '../foundation/database/data-dir-lock.server.ts';
import { type BackupNote, noteBackup } from '../notifications/last-backup.server.ts';
import { askRunningShop } from './shop-socket.server.ts';

const options = { casing: 'snake_case' } as const;

/**
 * Records the time and the user of a backup in the shop's database, without migrating the database. Returns false if this fails,
 * for example in an older version of the database. The backup is complete nevertheless.
 */
export async function noteBackupOf({ dataDir, databaseUrl }: Config, madeAt: Date): Promise<boolean> {
  const note = { madeAt, madeBy: userOfMachine() };
  const write = databaseUrl === undefined ? noteEmbedded(dataDir, note) : notePostgres(databaseUrl, note);
  return write.then(
    () => true,
    () => false,
  );
}

/** Returns `deploy@server`, or `server` if the user of the process has no name. */
function userOfMachine(): string {
  try {
    return `${userInfo().username}@${hostname()}`.slice(0, 200);
  } catch {
    return hostname();
  }
}

async function notePostgres(url: string, note: BackupNote): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await noteBackup({ db: drizzlePostgres(client, options) }, note);
  } finally {
    await client.end();
  }
}

/** If the shop is stopped, writes the note into its database. If the shop is running, its process writes the note. */
async function noteEmbedded(dataDir: string, note: BackupNote): Promise<void> {
  let unlock: () => void;
  try {
    unlock = lockFolder(dataDir);
  } catch {
    const request = {
      action: 'note-backup',
      madeBy: note.madeBy,
      madeAt: note.madeAt.toISOString(),
    } as const;
    await askRunningShop(dataDir, request, 'note the backup');
    return;
  }
  try {
    const rows = path.join(dataDir, 'postgres');
    const client = await PGlite.create({ dataDir: rows, extensions: { pg_trgm } });
    await noteBackup({ db: drizzlePglite(client, options) }, note).finally(() => client.close());
  } finally {
    unlock();
  }
}
