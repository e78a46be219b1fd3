import { spawn } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { lockFolder } from '../foundation/database/data-dir-lock.server.ts';
import { countRows } from './integrity-check.server.ts';
import { requestCopy } from './shop-socket.server.ts';

/** The rows of one moment, as files of this machine, and what is in them. */
type CopiedRows = { version: string; counts: Record<string, number>; folder: string };

/**
 * Copies the rows of the embedded database into a folder beside it, through the shop that runs, or from the folder of one
 * that is closed. The copy is opened once: what cannot be opened is no backup. Whoever asks removes `folder`.
 */
export async function copyEmbedded(dataDir: string): Promise<CopiedRows> {
  const folder = await copyClosed(dataDir).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('Another shop process'))
      return requestCopy(dataDir);
    throw error;
  });
  try {
    // Not through `openEmbedded`, which would bring an older shop's rows into a newer shape.
    const client = await PGlite.create({ dataDir: path.join(folder, 'postgres'), extensions: { pg_trgm } });
    try {
      const counts = await countRows((statement) => client.query(statement));
      const { rows } = await client.query<{ version: string }>(
        `select current_setting('server_version') as version`,
      );
      return { version: rows[0]?.version ?? 'unknown', counts, folder };
    } finally {
      await client.close();
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function copyClosed(dataDir: string): Promise<string> {
  const unlock = lockFolder(dataDir);
  const folder = path.join(dataDir, `copied-${crypto.randomUUID()}`);
  try {
    await cp(path.join(dataDir, 'postgres'), path.join(folder, 'postgres'), { recursive: true });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    unlock();
  }
}

/** Writes the rows of a PostgreSQL server into `file`, while the shop runs, as they are at one moment. */
export async function dumpPostgres(url: string, file: string): Promise<Omit<CopiedRows, 'folder'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ snapshot: string; version: string }>(
      `select pg_export_snapshot() as snapshot, current_setting('server_version') as version`,
    );
    const { snapshot = '', version = 'unknown' } = rows[0] ?? {};
    const counts = await countRows((statement) => client.query(statement));
    const shape = ['--format=custom', '--no-owner', '--no-privileges', '--compress=1'];
    await runTool('pg_dump', [...shape, `--snapshot=${snapshot}`, `--file=${file}`], url);
    return { version, counts };
  } finally {
    await client.end();
  }
}

/** Runs one of PostgreSQL's own programs. Rejects with an Error in plain words, its own among them. */
export async function runTool(name: string, args: string[], url?: string): Promise<void> {
  const { address, password } = withoutPassword(url);
  const child = spawn(name, address === undefined ? args : [...args, `--dbname=${address}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // On the command line everybody on the machine could read it.
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
