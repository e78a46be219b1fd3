import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';

const Applied = z.object({ rows: z.array(z.object({ hash: z.string() })) });

/** The hashes of the migrations that the database has had, in their order; none for an empty database. Only reads. */
export async function listAppliedMigrations(
  query: (statement: string) => Promise<unknown>,
): Promise<string[]> {
  const table = `to_regclass('drizzle.__drizzle_migrations')`;
  const { rows: found } = z
    .object({ rows: z.array(z.object({ there: z.boolean() })) })
    .parse(await query(`select ${table} is not null as there`));
  if (!found[0]?.there) return [];
  const { rows } = Applied.parse(await query('select hash from drizzle.__drizzle_migrations order by id'));
  return rows.map(({ hash }) => hash);
}

/**
 * Throws an Error in plain words when `applied` are not the first migrations of `folder`: the tables have other names then,
 * and a further migration would leave a mixture. More than those of the folder pass, because going back one version is allowed.
 */
export function assertKnownMigrations(applied: readonly string[], folder: string): void {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const isKnown = known.every(({ hash }, index) => index >= applied.length || hash === applied[index]);
  if (!isKnown)
    throw new Error(
      'These data were made by an earlier version of the shop, which this version cannot read: ' +
        'use the version that made them, or begin with a new data folder (DATA_DIR) or a new database (DATABASE_URL).',
    );
}
