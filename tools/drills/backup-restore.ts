import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../tests/engine/postgres-server.ts';
import { openShopUnderTest, type ShopLocation, withShopDatabase } from '../bench/shop-under-test.ts';
import { prepareShopForLoad } from '../bench/shoppers.ts';
import { audit, findDifferences } from './audit.ts';
import { type Drill, type Finding, formatTime, requested } from './drill.ts';
import { onEmbedded, onPostgres } from './locations.ts';
import { listOrderIds } from './queries.ts';
import { simulateShoppers } from './simulated-shoppers.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** Maximum time of a restore in milliseconds. */
const maxRestoreMs = { embedded: 60_000, PostgreSQL: 30 * 60_000 };
type Engine = keyof typeof maxRestoreMs;

/** A backup is created while customers order, and restored at another location. */
export const backupRestore: Drill = {
  name: 'backup-restore',
  async run() {
    const findings: Finding[] = [];
    if ('embedded'.includes(requested.only)) findings.push(...(await drillEmbedded()));
    if ('PostgreSQL'.includes(requested.only)) findings.push(...(await drillPostgres()));
    return findings;
  },
};

const drillEmbedded = () =>
  onEmbedded(async ({ dataDir: folder }) => {
    const locate = async (name: string) => ({ dataDir: path.join(folder, name), port: await freePort() });
    return drill('embedded', folder, await locate('first'), await locate('second'));
  });

async function drillPostgres(): Promise<Finding[]> {
  const { code } = await run('pg_dump', ['--version'], {});
  if (code !== 0) {
    const measured = 'skipped: PostgreSQL’s client programs (pg_dump) are not installed';
    return [{ promise: 'PostgreSQL', measured, holds: true }];
  }
  return onPostgres(async ({ dataDir: folder }, createDatabase) => {
    const locate = async (name: string) => ({
      dataDir: path.join(folder, name),
      port: await freePort(),
      databaseUrl: await createDatabase(name),
    });
    return drill('PostgreSQL', folder, await locate('first'), await locate('second'));
  });
}

async function drill(
  engine: Engine,
  folder: string,
  first: ShopLocation,
  second: ShopLocation,
): Promise<Finding[]> {
  await (await openShopUnderTest(first)).stop();
  const shoppers = await prepareShopForLoad(first, { count: requested.shoppers, stock: 100_000 });
  const shop = await openShopUnderTest(first);
  const simulation = simulateShoppers(shoppers);
  const ordering = simulation.order(shop.url);
  await wait(3000);
  const acknowledged = simulation.acknowledged();
  const backup = await runScript('backup', [folder], first);
  const during = simulation.acknowledged().length - acknowledged.length;
  await Promise.all([shop.kill(), ordering]);
  const [file = ''] = /\S+\.tar\.gz/.exec(backup.output) ?? [];
  if (backup.code !== 0) throw new Error(`${engine}: the backup failed: ${backup.output}`);

  const restored = await runScript('restore', [file], second);
  if (restored.code !== 0) throw new Error(`${engine}: the restore failed: ${restored.output}`);
  const stored = new Set(await withShopDatabase(second, listOrderIds));
  const found = acknowledged.filter(({ orderId }) => orderId !== undefined && stored.has(orderId)).length;
  // The worker finishes the orders that were pending in the backup, as after a crash.
  const { faults } = await audit(second, []);
  const reopened = await openShopUnderTest(second);
  const page = await fetch(`${reopened.url}/Sarees`);
  await page.body?.cancel();
  await reopened.stop();
  const again = await runScript('restore', [file], second);
  const replaced = await runScript('restore', [file, '--replace'], second);
  return [
    {
      promise: `${engine}: a backup while customers order`,
      measured: `${formatTime(backup.tookMs)}, ${(statSync(file).size / 1024 ** 2).toFixed(0)} MB; ${during} orders acknowledged during the backup`,
      holds: during > 0,
    },
    {
      promise: `${engine}: restored at another location`,
      measured: `${formatTime(restored.tookMs)}; ${lastLineOf(restored.output)}`,
      holds: restored.tookMs < maxRestoreMs[engine] && page.status === 200,
    },
    {
      promise: `${engine}: every order from before the backup is there, and the audit finds no fault`,
      measured: `${found} of ${acknowledged.length}; ${faults.join('; ') || 'no fault'}`,
      holds: acknowledged.length > 0 && found === acknowledged.length && faults.length === 0,
    },
    {
      promise: `${engine}: an existing shop is not overwritten`,
      measured: lastLineOf(again.output),
      holds: again.code !== 0 && again.output.includes('--replace'),
    },
    {
      promise: `${engine}: an existing shop is overwritten with --replace`,
      measured: firstLineOf(replaced.output),
      holds: replaced.code === 0 && replaced.output.includes('The integrity check found no differences'),
    },
    await withShopDatabase(second, findDifferences),
  ];
}

const firstLineOf = (text: string) => text.trim().split('\n')[0] ?? '';
const lastLineOf = (text: string) => text.trim().split('\n').at(-1) ?? '';

type Run = { code: number | null; output: string; tookMs: number };

function runScript(name: 'backup' | 'restore', args: string[], { dataDir, databaseUrl }: ShopLocation) {
  const settings = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  return run(process.execPath, [path.join(root, 'scripts', 'shop-command.mjs'), name, ...args], settings);
}

/** Runs a program to its end with these settings. Passes on only a few variables of the environment. */
function run(program: string, args: string[], settings: NodeJS.ProcessEnv): Promise<Run> {
  const { PATH, HOME, TMPDIR } = process.env;
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH, HOME, TMPDIR, LOG_LEVEL: 'warn', ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
  return new Promise((resolve) => {
    const end = (code: number | null) => resolve({ code, output, tookMs: performance.now() - startedAt });
    child.once('error', (error) => {
      output += error.message;
      end(1);
    });
    child.once('close', end);
  });
}
