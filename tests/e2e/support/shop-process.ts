import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { spawnChild } from '../../engine/child-process.ts';
import { freePort } from '../../engine/postgres-server.ts';
import { makeTempFolder } from '../../engine/temp-folder.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');

export type ShopProcess = {
  /** What the process has said so far, on its output and its errors. */
  output(): string;
  /** Resolves to the exit code when the process has ended; `null` when a signal ended it. */
  exited: Promise<number | null>;
  /** Sends SIGTERM, as a machine that shuts down does. */
  terminate(): void;
  /** Ends it if it still runs. */
  stop(): Promise<void>;
};

export type AnotherShop = ShopProcess & { url: string; dataDir: string };

/** Runs the built shop with these settings, and none of the machine's own. */
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
  // 'close' and not 'exit': by then the last words have been read.
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { output: () => text, exited, terminate: () => child.kill('SIGTERM'), stop };
}

/**
 * A new data folder of a shop that has been opened once: to open it again takes a quarter of the processor time of a
 * first start. The sizes of pictures that the stories' shop has made so far come along.
 */
export function seededFolder(name: string): string {
  const folder = makeTempFolder(name);
  copyFolder(process.env.SEEDED_FOLDER ?? '', folder);
  const made = path.join(process.env.SHOP_FOLDER ?? '', 'pictures');
  if (existsSync(made)) copyFolder(made, path.join(folder, 'pictures'));
  return folder;
}

/** A made picture belongs to a file of a certain date. */
export const copyFolder = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (file) => !file.endsWith('.part') });

/** Opens another shop beside the one that all stories share, on a free port unless one is named, and waits until it is ready. */
export async function openAnotherShop(
  settings: NodeJS.ProcessEnv & { DATA_DIR: string },
): Promise<AnotherShop> {
  const port = settings.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const shop = runShop({ PORT: port, ...settings });
  const gone = shop.exited.then(() => {
    throw new Error(`The shop did not open:\n${shop.output()}`);
  });
  await Promise.race([gone, untilReady(`${url}/readyz`)]);
  gone.catch(() => undefined);
  return { ...shop, url, dataDir: settings.DATA_DIR };
}

async function untilReady(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
