import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';
import { readRows } from './read-rows.server.ts';

/** Lists the hashes of the applied migrations in order. Returns an empty list if the table of migrations does not exist. */
export async function listAppliedMigrations(
  query: (statement: string) => Promise<unknown>,
): Promise<string[]> {
  const table = `to_regclass('drizzle.__drizzle_migrations')`;
  const [migrationsTable] = readRows(
    z.object({ exists: z.boolean() }),
    await query(`select ${table} is not null as exists`),
  );
  if (!migrationsTable?.exists) return [];
  const applied = await query('select hash from drizzle.__drizzle_migrations order by id');
  return readRows(z.object({ hash: z.string() }), applied).map(({ hash }) => hash);
}

/**
 * Compares each applied migration with the migration at the same position in `folder`. A difference means that the data belong to
 * another version of the shop. Additional applied migrations are accepted: they come from a newer version, and this version
 * usually works with them.
 * @throws Error with a message for the operator if a migration differs
 */
export function assertKnownMigrations(applied: readonly string[], folder: string): void {
  const expected = readMigrationFiles({ migrationsFolder: folder });
  const isKnown = expected.every(({ hash }, index) => index >= applied.length || hash === applied[index]);
  if (!isKnown)
    throw new Error(
      'These data were made by an earlier version of the shop, which this version cannot read: ' +
        'use the version that made them, or begin with a new data folder (DATA_DIR) or a new database (DATABASE_URL).',
    );
}
