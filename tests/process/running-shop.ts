import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../postgres-server.ts';

const root = path.join(import.meta.dirname, '../..');

/** The real process, as `npm start` runs it from the build. */
export type RunningShop = {
  child: ChildProcess;
  port: number;
  url: string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** What it has said so far, on both streams. */
  said(): string;
};

/** Starts the shop on `dataDir`, without waiting until it is open. */
export async function startShop(dataDir: string, more: NodeJS.ProcessEnv = {}): Promise<RunningShop> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      words += bytes.toString();
    });
  }
  const ended = once(child, 'exit').then(() => child.exitCode);
  return { child, port, url: `http://127.0.0.1:${port}`, ended, said: () => words };
}

/** Resolves when the shop takes visitors; rejects with its words when it ends instead. */
export async function untilOpen({ url, child, said }: RunningShop): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The shop did not open:\n${said()}`);
}

/** A connection to the shop, for what no client library would send. */
export async function dial({ port }: RunningShop): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends one request exactly as it is written, and reads the whole answer. */
export async function sendRaw(shop: RunningShop, requestLine: string, headers = ''): Promise<string> {
  const socket = await dial(shop);
  socket.write(`${requestLine}\r\nHost: shop.test\r\nConnection: close\r\n${headers}\r\n`);
  return text(socket);
}
