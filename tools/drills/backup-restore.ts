import { spawn } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import { command } from '../../tests/engine/databases.ts';
import { freePort, startPostgres } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import { besideTheShop, openShopUnderTest, type Place } from '../bench/shop-under-test.ts';
import { admitShoppers } from '../bench/shoppers.ts';
import { audit } from './books.ts';
import { gather, type Press } from './crowd.ts';
import { type Drill, type Finding, requested, timeInWords } from './drill.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** How long a restore may take, in milliseconds. */
const longest = { embedded: 60_000, PostgreSQL: 30 * 60_000 };
type Engine = keyof typeof longest;

/** A backup is taken while people order, and restored elsewhere. */
export const backupRestore: Drill = {
  name: 'backup-restore',
  async run() {
    const findings: Finding[] = [];
    if ('embedded'.includes(requested.only)) findings.push(...(await drillEmbedded()));
    if ('PostgreSQL'.includes(requested.only)) findings.push(...(await drillPostgres()));
    return findings;
  },
};

async function drillEmbedded(): Promise<Finding[]> {
  const folder = scratchFolder('drill');
  const place = async (name: string) => ({ dataDir: path.join(folder, name), port: await freePort() });
  try {
    return await drill('embedded', folder, await place('first'), await place('second'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function drillPostgres(): Promise<Finding[]> {
  const { code } = await run('pg_dump', ['--version'], {});
  if (code !== 0) {
    const text = 'skipped: PostgreSQL’s client programs (pg_dump) are not installed here';
    return [{ what: 'PostgreSQL', figure: text, holds: true }];
  }
  const folder = scratchFolder('drill');
  const server = await startPostgres();
  const place = async (name: string) => {
    await command(server.urlOf('postgres'), `create database ${name}`);
    return { dataDir: path.join(folder, name), port: await freePort(), databaseUrl: server.urlOf(name) };
  };
  try {
    return await drill('PostgreSQL', folder, await place('first'), await place('second'));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function drill(name: Engine, folder: string, first: Place, second: Place): Promise<Finding[]> {
  await (await openShopUnderTest(first)).stop();
  const shoppers = await admitShoppers(first, { count: requested.shoppers, stock: 100_000 });
  const shop = await openShopUnderTest(first);
  const crowd = gather(shoppers);
  const ordering = crowd.order(shop.url);
  await wait(3000);
  const acknowledged = crowd.presses.filter(({ orderId }) => orderId !== undefined);
  const begun = performance.now();
  const backup = await run(
    process.execPath,
    [path.join(root, 'scripts/backup.mjs'), folder],
    settingsOf(first),
  );
  const tookMs = performance.now() - begun;
  const during = crowd.presses.filter(({ orderId }) => orderId !== undefined).length - acknowledged.length;
  await Promise.all([shop.kill(), ordering]);
  const [file = ''] = /\S+\.tar\.gz/.exec(backup.words) ?? [];
  if (backup.code !== 0) throw new Error(`${name}: the backup failed: ${backup.words}`);

  const restoring = performance.now();
  const restored = await run(
    process.execPath,
    [path.join(root, 'scripts/restore.mjs'), file],
    settingsOf(second),
  );
  const restoredMs = performance.now() - restoring;
  const missing = restored.code === 0 ? await missingOf(second, acknowledged) : acknowledged.length;
  // What was under way when the backup was taken, the clerk finishes in the restored shop as after any other break.
  const { wrong } = await audit(second, []);
  const reopened = await openShopUnderTest(second);
  const page = await fetch(`${reopened.url}/Sarees`);
  await page.body?.cancel();
  await reopened.stop();
  const again = await run(
    process.execPath,
    [path.join(root, 'scripts/restore.mjs'), file],
    settingsOf(second),
  );
  const replaced = await run(
    process.execPath,
    [path.join(root, 'scripts/restore.mjs'), file, '--replace'],
    settingsOf(second),
  );
  return [
    {
      what: `${name}: a backup while people order`,
      figure: `${timeInWords(tookMs)}, ${(statSync(file).size / 1024 ** 2).toFixed(0)} MB; ${during} orders were taken meanwhile`,
      holds: during > 0,
    },
    {
      what: `${name}: restored elsewhere`,
      figure: `${timeInWords(restoredMs)}; ${lastOf(restored.words)}`,
      holds: restored.code === 0 && restoredMs < longest[name] && page.status === 200,
    },
    {
      what: `${name}: every order from before the backup is there, and the books balance`,
      figure: `${acknowledged.length - missing} of ${acknowledged.length}; ${wrong.join('; ') || 'nothing wrong'}`,
      holds: acknowledged.length > 0 && missing === 0 && wrong.length === 0,
    },
    {
      what: `${name}: a shop that is there already is not overwritten`,
      figure: lastOf(again.words),
      holds: again.code !== 0 && again.words.includes('--replace'),
    },
    {
      what: `${name}: and is with --replace`,
      figure: firstOf(replaced.words),
      holds: replaced.code === 0 && replaced.words.includes('The books balance'),
    },
  ];
}

const firstOf = (text: string) => text.trim().split('\n')[0] ?? '';
const lastOf = (text: string) => text.trim().split('\n').at(-1) ?? '';

const Found = z.object({ id: z.string() });

async function missingOf(place: Place, presses: readonly Press[]): Promise<number> {
  const rows = await besideTheShop(place, async ({ db }) =>
    readRows(Found, await db.execute(sql`select id::text from orders`)),
  );
  const there = new Set(rows.map(({ id }) => id));
  return presses.filter(({ orderId }) => orderId === undefined || !there.has(orderId)).length;
}

function settingsOf({ dataDir, databaseUrl }: Place): NodeJS.ProcessEnv {
  return { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
}

/** Runs a program to its end, with these settings and none of the machine's own. */
function run(
  program: string,
  args: string[],
  settings: NodeJS.ProcessEnv,
): Promise<{ code: number | null; words: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH, HOME, TMPDIR, LOG_LEVEL: 'warn', ...settings },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, words: error.message }));
    child.once('close', (code) => resolve({ code, words: text }));
  });
}
