import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { spawnChild } from '../../engine/child-process.ts';
import { freePort } from '../../engine/postgres-server.ts';
import { makeTempFolder } from '../../engine/temp-folder.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');

export type ShopProcess = {
  /** The output of the process so far, including its errors. */
  output(): string;
  /** Resolves to the exit code after the process has ended, or to `null` if a signal ended it. */
  exited: Promise<number | null>;
  /** Sends SIGTERM, as the operating system does when it shuts down. */
  terminate(): void;
  /** Ends the process if it still runs. */
  stop(): Promise<void>;
};

export type AnotherShop = ShopProcess & { url: string; dataDir: string };

/** Runs the built shop with these settings only. Removes the shop settings of this machine from the environment. */
export function runShop(settings: NodeJS.ProcessEnv): ShopProcess {
  const {
    DATABASE_URL: _d,
    SMTP_URL: _s,
    PUBLIC_URL: _p,
    NODE_ENV: _n,
    ALLOW_PRETEND: _a,
    GOOGLE_CLIENT_ID: _c,
    SHOP_SECRET: _k,
    ADMIN_EMAIL: _o,
    WEB_CONCURRENCY: _w,
    METRICS_TOKEN: _m,
    ...machine
  } = process.env;
  const { child, stop } = spawnChild(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    environment: { ...machine, LOG_LEVEL: 'warn', ...settings },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
  }
  // Wait for 'close', not 'exit', because by then all output has been read.
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { output: () => text, exited, terminate: () => child.kill('SIGTERM'), stop };
}

/**
 * Creates a data folder of a shop that has been started once. The next start then takes a quarter of a first start's processor time. Includes the image variants that the shared shop has generated so far.
 */
export function seededFolder(name: string): string {
  const folder = makeTempFolder(name);
  copyFolder(process.env.SEEDED_FOLDER ?? '', folder);
  const variants = path.join(process.env.SHOP_FOLDER ?? '', 'pictures');
  if (existsSync(variants)) copyFolder(variants, path.join(folder, 'pictures'));
  return folder;
}

/** Copies a folder with its timestamps, because an image variant belongs to a file with a certain date. */
export const copyFolder = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (file) => !file.endsWith('.part') });

/** Opens another shop beside the shared one, on a free port unless `PORT` is set. Waits until the shop is ready. */
export async function openAnotherShop(
  settings: NodeJS.ProcessEnv & { DATA_DIR: string },
): Promise<AnotherShop> {
  const port = settings.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const shop = runShop({ PORT: port, ...settings });
  const exitedEarly = shop.exited.then(() => {
    throw new Error(`The shop did not open:\n${shop.output()}`);
  });
  await Promise.race([exitedEarly, untilReady(`${url}/readyz`)]);
  exitedEarly.catch(() => undefined);
  return { ...shop, url, dataDir: settings.DATA_DIR };
}

async function untilReady(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
