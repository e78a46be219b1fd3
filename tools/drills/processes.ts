import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { spawnChild } from '../../tests/engine/child-process.ts';
import { type Client, openClient } from '../bench/client.ts';
import type { ShopLocation } from '../bench/shop-under-test.ts';

const root = path.join(import.meta.dirname, '..', '..');

export type ShopProcesses = {
  url: string;
  /** The id of the primary process, which starts the others. */
  pid: number;
  /** The ids of the worker processes, the oldest first. */
  workers(): number[];
  output(): string;
  /** The exit code of the primary process. */
  exited: Promise<number | null>;
  stop(): Promise<void>;
};

/**
 * Runs the built shop as `npm start` does, with these settings. Waits until the shop prints that it is running. The shop exits
 * with this process.
 */
export async function startProcesses(
  location: ShopLocation,
  settings: NodeJS.ProcessEnv,
): Promise<ShopProcesses> {
  const { PATH, HOME, TMPDIR } = process.env;
  const { port, dataDir, databaseUrl } = location;
  const environment = {
    PATH,
    HOME,
    TMPDIR,
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...settings,
  };
  const start = path.join(root, 'scripts', 'start.mjs');
  const { child, stop } = spawnChild(process.execPath, [start], { cwd: root, environment });
  let output = '';
  const opened = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      if (output.includes('is running at')) opened.resolve();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  void ended.then(() => opened.reject(new Error(`The shop did not start:\n${output}`)));
  await opened.promise;
  const { pid } = child;
  if (pid === undefined) throw new Error('A running process has an id.');
  const url = `http://127.0.0.1:${port}`;
  return { url, pid, workers: () => listNodeChildren(pid), output: () => output, exited: ended, stop };
}

/** Lists the child processes that run Node. The shell that watches the primary process is also a child process. */
function listNodeChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((child) => child > 0 && isNode(child))
    .sort((a, b) => a - b);
}

function isNode(pid: number): boolean {
  const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return path.basename(program) === 'node';
}

/**
 * Opens one connection to each worker process. Pauses one worker after the other: the connections without a response belong to the
 * paused worker. The shop closes a connection that is idle for five seconds.
 */
export async function connectToEach({ url, workers }: ShopProcesses): Promise<Client[]> {
  const spare = Array.from({ length: 12 }, () => openClient(url));
  await Promise.all(spare.map((connection) => connection.get('/healthz')));
  const found: Client[] = [];
  for (const pid of workers()) {
    process.kill(pid, 'SIGSTOP');
    const requests = spare.map((connection) => connection.get('/healthz'));
    const isSilent = await Promise.all(
      requests.map((request) => Promise.race([request.then(() => false), wait(500, true)])),
    );
    process.kill(pid, 'SIGCONT');
    await Promise.all(requests);
    const [connection, ...others] = spare.filter((_, index) => isSilent[index] === true);
    if (!connection) throw new Error('One of the processes got none of the twelve connections.');
    found.push(connection);
    for (const other of others) other.close();
    for (const used of [connection, ...others]) spare.splice(spare.indexOf(used), 1);
  }
  for (const connection of spare) connection.close();
  return found;
}
