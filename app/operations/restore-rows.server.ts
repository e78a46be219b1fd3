import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { OpenDatabase } from '../foundation/database/database.server.ts';
import { runTool } from './backup-rows.server.ts';
import { checkIntegrity } from './integrity-check.server.ts';

/**
 * `faults` contains the first {@link maxFaults} differences that prevent a restore. `otherDifferences` is the number of all other
 * differences.
 */
export type FoundRows = { counts: Record<string, number>; faults: string[]; otherDifferences: number };

const maxFaults = 10;

/** Migrates a restored database by opening it. Counts its rows and checks their integrity. */
export async function inspectRows(opening: Promise<OpenDatabase>): Promise<FoundRows> {
  const { db, close } = await opening;
  try {
    const faults: string[] = [];
    let otherDifferences = 0;
    const counts = await checkIntegrity(db, ({ rule, difference }) => {
      if (!rule.isRequired) otherDifferences++;
      else if (faults.length < maxFaults) faults.push(difference);
    });
    return { counts, faults, otherDifferences };
  } finally {
    await close();
  }
}

/**
 * Returns the path of a file that exists while the restored database replaces the old one. The file contains the name of the
 * folder with the old database.
 */
const markOf = (dataDir: string) => path.join(dataDir, 'restore-unfinished.txt');

/**
 * @throws Error if a restore was interrupted after it had moved the old database away. The shop would otherwise start with an
 * empty database
 */
export function assertNotHalfRestored(dataDir: string): void {
  if (existsSync(markOf(dataDir)))
    throw new Error(`A restore into ${dataDir} was cut off. Please run it again, and then open the shop.`);
}

/** Moves the old database back into the data folder after an interrupted restore. */
export async function repairHalfRestored(dataDir: string): Promise<void> {
  const mark = markOf(dataDir);
  if (!existsSync(mark)) return;
  const aside = path.join(dataDir, (await readFile(mark, 'utf8')).trim(), 'postgres');
  if (existsSync(aside) && !existsSync(path.join(dataDir, 'postgres')))
    await rename(aside, path.join(dataDir, 'postgres'));
  await rm(mark);
}

/** Moves the restored database into the data folder. Returns the folder with the replaced database, if there was one. */
export async function replaceDatabaseFolder(
  dataDir: string,
  restored: string,
  stamp: string,
): Promise<string | undefined> {
  const current = path.join(dataDir, 'postgres');
  const next = path.join(restored, 'postgres');
  if (!existsSync(current)) {
    await rename(next, current);
    return undefined;
  }
  const aside = `replaced-${stamp}`;
  await mkdir(path.join(dataDir, aside), { recursive: true, mode: 0o700 });
  await writeFile(markOf(dataDir), aside, { flush: true });
  await rename(current, path.join(dataDir, aside, 'postgres'));
  await rename(next, current);
  await rm(markOf(dataDir));
  return path.join(dataDir, aside);
}

/** True if the data folder contains an embedded database. */
export async function hasRows(dataDir: string): Promise<boolean> {
  const names = await readdir(path.join(dataDir, 'postgres')).catch(() => []);
  return names.length > 0;
}

/** True if the database contains tables. @throws Error if other connections to it exist */
export async function hasTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: number; open: number }>(
      `select (select count(*) from pg_tables where schemaname in ('public', 'drizzle'))::int as tables,
        (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend')::int as open`,
    );
    const { tables = 0, open = 0 } = rows[0] ?? {};
    if (open > 0)
      throw new Error(
        `The database is in use (${open} connections). Close every process of the shop, and try again.`,
      );
    return tables > 0;
  } finally {
    await client.end();
  }
}

/** SQL that drops the tables and other objects of the shop. Keeps the objects of extensions. */
const dropAll = `do $$ declare one record; begin
  drop schema if exists drizzle cascade;
  for one in select c.oid::regclass as name, c.relkind as kind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') loop
    execute format('drop %s if exists %s cascade',
      case one.kind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, one.name);
  end loop;
  for one in select c.oid::regclass as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' loop
    execute format('drop sequence if exists %s cascade', one.name);
  end loop;
  for one in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('drop routine if exists %s cascade', one.name);
  end loop;
  for one in select t.oid::regtype as name from pg_type t where t.typnamespace = 'public'::regnamespace
      and t.typtype in ('e', 'd') and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e') loop
    execute format('drop type if exists %s cascade', one.name);
  end loop;
end $$`;

/** Lists the hashes of the migrations in a dump, in their order. Does not restore the dump. */
export async function listDumpedMigrations(folder: string): Promise<string[]> {
  const file = path.join(folder, 'migrations.sql');
  const table = ['--data-only', '--schema=drizzle', '--table=__drizzle_migrations'];
  await runTool('pg_restore', [...table, `--file=${file}`, path.join(folder, 'rows.dump')]);
  return migrationHashesIn(await readFile(file, 'utf8'));
}

/** Lists the hashes in the output of `pg_restore` for the migrations table, in their order. */
export function migrationHashesIn(text: string): string[] {
  // The output contains `COPY drizzle.__drizzle_migrations (id, hash, created_at) FROM stdin;`, and then one line per row.
  const rows =
    /^COPY drizzle\.__drizzle_migrations \(id, hash, created_at\).*\n([^\\]*)/m.exec(text)?.[1] ?? '';
  const applied = rows.split('\n').map((row) => row.split('\t'));
  return applied
    .filter((fields) => fields.length === 3)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, hash = '']) => hash);
}

/** Replaces the shop's tables in a PostgreSQL database by those of the backup, in one transaction. */
export async function loadPostgres(url: string, folder: string): Promise<void> {
  const statements = path.join(folder, 'rows.sql');
  const options = ['--no-owner', '--no-privileges', '--no-comments'];
  await runTool('pg_restore', [...options, `--file=${statements}`, path.join(folder, 'rows.dump')]);
  const psql = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1'];
  await runTool('psql', [...psql, `--command=${dropAll}`, `--file=${statements}`], url);
}
