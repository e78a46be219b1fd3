import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { lockFolder } from '../foundation/database/data-dir-lock.server.ts';
import { entriesBelow } from './backup-file.server.ts';
import { countRows } from './integrity-check.server.ts';
import { askRunningShop, copyRows, removeIfFailed } from './shop-socket.server.ts';

/**
 * Copies the rows of the embedded database into a new folder. If the shop is running, the shop's process makes the copy. The
 * caller must remove the returned folder.
 */
export async function copyEmbeddedRows(dataDir: string): Promise<string> {
  if (!existsSync(path.join(dataDir, 'postgres')))
    throw new Error(`There is no shop in ${dataDir}: is DATA_DIR the one that the shop has?`);
  return copyClosed(dataDir).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('Another shop process'))
      return askRunningShop(dataDir, { action: 'copy' }, 'copy its rows');
    throw error;
  });
}

/** Copies the embedded database and counts the rows of the copy. The caller must remove the returned `folder`. */
export async function copyEmbedded(dataDir: string) {
  const folder = await copyEmbeddedRows(dataDir);
  return removeIfFailed(folder, async () => {
    const rowsFolder = path.join(folder, 'postgres');
    // Do not use `openEmbedded`, because it would migrate the copy.
    const client = await PGlite.create({ dataDir: rowsFolder, extensions: { pg_trgm } });
    try {
      const counts = await countRows((statement) => client.query(statement));
      const { rows } = await client.query<{ version: string }>(
        `select current_setting('server_version') as version`,
      );
      const version = rows[0]?.version ?? 'unknown';
      return {
        engine: 'embedded',
        version,
        counts,
        folder,
        contents: entriesBelow(rowsFolder, 'postgres'),
      } as const;
    } finally {
      await client.close();
    }
  });
}

/** @throws Error if a shop process has the database open */
async function copyClosed(dataDir: string): Promise<string> {
  const unlock = lockFolder(dataDir);
  const from = path.join(dataDir, 'postgres');
  return copyRows(dataDir, (into) => cp(from, into, { recursive: true })).finally(unlock);
}

/**
 * Dumps one snapshot of a PostgreSQL database into a new folder. The shop may be running. The caller must remove the returned
 * `folder`.
 */
export async function dumpPostgres(url: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tanabana-rows-'));
  const file = path.join(folder, 'rows.dump');
  return removeIfFailed(folder, async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<{ snapshot: string; version: string }>(
        `select pg_export_snapshot() as snapshot, current_setting('server_version') as version`,
      );
      const { snapshot = '', version = 'unknown' } = rows[0] ?? {};
      const counts = await countRows((statement) => client.query(statement));
      const options = ['--format=custom', '--no-owner', '--no-privileges', '--compress=1'];
      await runTool('pg_dump', [...options, `--snapshot=${snapshot}`, `--file=${file}`], url);
      return {
        engine: 'postgresql',
        version,
        counts,
        folder,
        contents: [{ name: 'rows.dump', file }],
      } as const;
    } finally {
      await client.end();
    }
  });
}

/** Runs a PostgreSQL program. Rejects with an Error for the operator that contains the program's output. */
export async function runTool(name: string, args: string[], url?: string): Promise<void> {
  const { address, password } = withoutPassword(url);
  const child = spawn(name, address === undefined ? args : [...args, `--dbname=${address}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Do not pass the password as an argument, because every user of the machine can read a command line.
    env: password === undefined ? process.env : { ...process.env, PGPASSWORD: password },
  });
  let text = '';
  child.stderr.on('data', (bytes: Buffer) => {
    text = (text + bytes.toString()).slice(-4000);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(notInstalled(name), { cause })));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${name} has failed:\n${text.trim()}${hintOf(text)}`));
    });
  });
}

const notInstalled = (name: string) =>
  `The program ${name} is needed for a shop on PostgreSQL, and is not installed here.\n` +
  'It comes with PostgreSQL’s client programs: on Debian and Ubuntu `apt install postgresql-client`, on Alpine ' +
  '`apk add postgresql-client`, on macOS `brew install libpq`. They should be as new as the server, or newer.';

const hintOf = (text: string) =>
  text.includes('server version mismatch')
    ? '\nThe client programs are older than the server: install those of the server’s version.'
    : '';

function withoutPassword(url: string | undefined): { address?: string; password?: string } {
  if (url === undefined) return {};
  const address = new URL(url);
  if (address.password === '') return { address: url };
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { address: address.href, password };
}
