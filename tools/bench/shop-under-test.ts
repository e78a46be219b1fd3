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
const secret = 'what is measured and drilled is signed with this';

/** Where a shop stores its data. Without a database URL it uses the embedded database in its data folder. */
export type ShopLocation = { dataDir: string; port: number; databaseUrl?: string | undefined };

export type ShopUnderTest = {
  url: string;
  /** How long it took until it was ready, in milliseconds. */
  openedInMs: number;
  /** How long its process has kept a processor busy so far, in milliseconds; `undefined` where the system does not tell. */
  cpuMs(): number | undefined;
  /** How much memory its process holds, in megabytes; `undefined` where the system does not tell. */
  memoryMb(): number | undefined;
  /** What the process has said last. */
  output(): string;
  /** Ends it as a power cut does: kill -9. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends it as an owner does, and waits until it has. */
  stop(): Promise<void>;
};

/** The settings of a shop at `location`, with none of the machine's own. */
function settingsOf({ dataDir, port, databaseUrl }: ShopLocation): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    SHOP_SECRET: secret,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/**
 * Runs the built shop in a process of its own, as `npm start` does, and waits until it is ready. It cannot outlive us.
 * `nodeOptions` are given to its Node: `--cpu-prof`. `settings` are further environment variables.
 */
export async function openShopUnderTest(
  location: ShopLocation,
  nodeOptions: readonly string[] = [],
  settings: NodeJS.ProcessEnv = {},
): Promise<ShopUnderTest> {
  const { PATH, HOME, TMPDIR } = process.env;
  const environment = { PATH, HOME, TMPDIR, LOG_LEVEL: 'warn', ...settingsOf(location), ...settings };
  const begun = performance.now();
  const start = path.join(root, 'scripts', 'start.mjs');
  const { child, stop } = spawnChild(process.execPath, [...nodeOptions, start], { cwd: root, environment });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      text = (text + bytes.toString()).slice(-4000);
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const gone = ended.then(() => {
    throw new Error(`The shop did not open:\n${text}`);
  });
  gone.catch(() => undefined);
  const url = `http://127.0.0.1:${location.port}`;
  await Promise.race([gone, untilReady(`${url}/readyz`)]);
  return {
    url,
    openedInMs: performance.now() - begun,
    cpuMs: () => cpuMsOf(child.pid),
    memoryMb: () => memoryMbOf(child.pid),
    output: () => text,
    kill: () => {
      child.kill('SIGKILL');
      // The watcher beside it is let go as well.
      child.stdin?.end();
      return ended;
    },
    stop,
  };
}

/** Linux counts in hundredths of a second, in the twelfth and thirteenth field after the program's name. */
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

async function untilReady(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(address).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Opens the database of a shop in this process and runs `work` on it. A shop on the embedded database must not be running. The clock is
 * `aheadMs` ahead.
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
    // No email worker runs in this process: the shop's own looks into the outbox every few seconds.
    wakeEmailWorker: () => undefined,
  };
  try {
    return await work(shop);
  } finally {
    await database.close();
  }
}
