import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../app/foundation/clock.ts';
import { readConfig } from '../../app/foundation/config/config.server.ts';
import { openEmbedded, openPostgres } from '../../app/foundation/database/database.server.ts';
import { openLog } from '../../app/foundation/log.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { spawnChild } from '../../tests/engine/child-process.ts';

const root = path.join(import.meta.dirname, '..', '..');
const migrations = path.join(root, 'migrations');
const secret = 'the secret of shops in benches and drills';

/** Location of a shop's data. Without a database URL, the shop uses the embedded database in its data folder. */
export type ShopLocation = { dataDir: string; port: number; databaseUrl?: string | undefined };

export type ShopUnderTest = {
  url: string;
  /** Time in milliseconds until the shop was ready. */
  openedInMs: number;
  /** CPU time of the process so far in milliseconds. Undefined if the system does not provide it. */
  cpuMs(): number | undefined;
  /** Memory of the process in megabytes. Undefined if the system does not provide it. */
  memoryMb(): number | undefined;
  /** The last output of the process. */
  output(): string;
  /** Sends SIGKILL, which ends the process as a power cut does. Resolves when the process has exited. */
  kill(): Promise<void>;
  /** Stops the shop in order. Resolves when the process has exited. */
  stop(): Promise<void>;
};

/** Returns the environment variables of a shop at `location`. */
function settingsOf({ dataDir, port, databaseUrl }: ShopLocation): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    SHOP_SECRET: secret,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/**
 * Runs the built shop in a child process, as `npm start` does, and waits until the shop is ready. The shop exits with this
 * process. `nodeOptions` are options for the shop's Node, such as `--cpu-prof`. `settings` are further environment variables.
 */
export async function openShopUnderTest(
  location: ShopLocation,
  nodeOptions: readonly string[] = [],
  settings: NodeJS.ProcessEnv = {},
): Promise<ShopUnderTest> {
  const { PATH, HOME, TMPDIR } = process.env;
  const environment = { PATH, HOME, TMPDIR, LOG_LEVEL: 'warn', ...settingsOf(location), ...settings };
  const startedAt = performance.now();
  const start = path.join(root, 'scripts', 'start.mjs');
  const { child, stop } = spawnChild(process.execPath, [...nodeOptions, start], { cwd: root, environment });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      text = (text + bytes.toString()).slice(-4000);
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const failed = ended.then(() => {
    throw new Error(`The shop did not start:\n${text}`);
  });
  failed.catch(() => undefined);
  const url = `http://127.0.0.1:${location.port}`;
  await Promise.race([failed, waitUntilReady(`${url}/readyz`)]);
  return {
    url,
    openedInMs: performance.now() - startedAt,
    cpuMs: () => cpuMsOf(child.pid),
    memoryMb: () => memoryMbOf(child.pid),
    output: () => text,
    kill: () => {
      child.kill('SIGKILL');
      // The shell that watches the process exits when its input closes.
      child.stdin?.end();
      return ended;
    },
    stop,
  };
}

/** Reads the CPU time of a process on Linux: fields 12 and 13 after the program's name, in hundredths of a second. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function memoryMbOf(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const [, kB] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8')) ?? [];
  return kB === undefined ? undefined : Math.round(Number(kB) / 1024);
}

async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Runs `work` on the database of a shop, in this process. A shop on the embedded database must not be running. The clock of
 * `work` is `clockAheadMs` ahead.
 */
export async function withShopDatabase<Result>(
  location: ShopLocation,
  work: (shop: Shop) => Promise<Result>,
  clockAheadMs = 0,
): Promise<Result> {
  const { databaseUrl, dataDir } = location;
  const database =
    databaseUrl === undefined
      ? await openEmbedded(dataDir, migrations)
      : await openPostgres(databaseUrl, migrations);
  const shop: Shop = {
    db: database.db,
    clock: clockAheadMs === 0 ? systemClock : { now: () => new Date(Date.now() + clockAheadMs) },
    config: readConfig({ ...settingsOf(location), LOG_LEVEL: 'silent' }),
    log: openLog('silent'),
    secret: Buffer.from(secret),
    afterCommit: (effect) => effect(),
    // No email worker runs in this process. The shop's own email worker polls the outbox every few seconds.
    wakeEmailWorker: () => undefined,
  };
  try {
    return await work(shop);
  } finally {
    await database.close();
  }
}
