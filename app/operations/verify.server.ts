import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { readConfig } from '../foundation/config/config.server.ts';
import {
  assertKnownMigrations,
  listAppliedMigrations,
} from '../foundation/database/applied-migrations.server.ts';
import { type Database, openEmbedded } from '../foundation/database/database.server.ts';
import { formatCounts } from './backup.server.ts';
import { copyEmbeddedRows } from './backup-rows.server.ts';
import { checkIntegrity } from './integrity-check.server.ts';

/**
 * Runs the integrity check. The shop may be running. Copies the embedded database first, because only one process can open it.
 * Prints each difference. Returns a report for the terminal.
 * @throws Error with the number of differences if there are any
 */
export async function verify(
  environment: NodeJS.ProcessEnv,
  root: string,
  print: (line: string) => void,
): Promise<string> {
  const { dataDir, databaseUrl } = readConfig(environment);
  const migrations = path.join(root, 'migrations');
  if (databaseUrl !== undefined) return verifyPostgres(databaseUrl, migrations, print);
  const folder = await copyEmbeddedRows(dataDir);
  try {
    const { db, close } = await openEmbedded(folder, migrations);
    return await reportDifferences(db, print).finally(close);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks a PostgreSQL database. Does not use `openPostgres`, because it would migrate the database. */
async function verifyPostgres(
  url: string,
  migrations: string,
  print: (line: string) => void,
): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener, a lost connection would end the process. The running statement fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const applied = await listAppliedMigrations((statement) => client.query(statement));
    if (applied.length === 0)
      throw new Error('There is no shop in that database: is DATABASE_URL the one that the shop has?');
    assertKnownMigrations(applied, migrations);
    if (applied.length < readMigrationFiles({ migrationsFolder: migrations }).length)
      throw new Error(
        'This version of the shop has not been started with that database yet. Please start it first.',
      );
    return await reportDifferences(drizzle(client), print);
  } finally {
    await client.end();
  }
}

async function reportDifferences(db: Database, print: (line: string) => void): Promise<string> {
  let count = 0;
  const counts = await checkIntegrity(db, ({ difference }) => {
    count++;
    print(difference);
  });
  if (count > 0) throw new Error(`${count} differences in ${formatCounts(counts)}.`);
  return `No differences in ${formatCounts(counts)}.`;
}
