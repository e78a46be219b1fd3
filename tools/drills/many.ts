import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { spawnChild } from '../../tests/engine/child-process.ts';
import type { Place } from '../bench/shop-under-test.ts';
import { type Line, openLine } from './line.ts';

const root = path.join(import.meta.dirname, '..', '..');

export type ManyProcesses = {
  url: string;
  /** The number of the first process, which starts the others. */
  pid: number;
  /** The numbers of those that serve, the oldest first. */
  workers(): number[];
  /** What all have said. */
  words(): string;
  /** The exit code of the first process. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
};

/**
 * Runs the built shop as `npm start` does, with these settings and none of the machine's own, and waits until it has
 * said that it is open. It cannot outlive us.
 */
export async function openMany(place: Place, settings: NodeJS.ProcessEnv): Promise<ManyProcesses> {
  const { PATH, HOME, TMPDIR } = process.env;
  const { port, dataDir, databaseUrl } = place;
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
  let text = '';
  const opened = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      if (text.includes('is open at')) opened.resolve();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  void ended.then(() => opened.reject(new Error(`The shop did not open:\n${text}`)));
  await opened.promise;
  const { pid } = child;
  if (pid === undefined) throw new Error('a process that runs has no number');
  const url = `http://127.0.0.1:${port}`;
  return { url, pid, workers: () => childrenOf(pid), words: () => text, ended, stop };
}

/** As Linux tells. Beside them runs the shell that watches over the first process. */
function childrenOf(pid: number): number[] {
  const reported = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return reported
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
 * One open line to each process. Which process has a line is seen by holding one process up: its lines do not answer.
 * A line that nobody uses is closed after five seconds.
 */
export async function lineToEach({ url, workers }: ManyProcesses): Promise<Line[]> {
  const spare = Array.from({ length: 12 }, () => openLine(url));
  await Promise.all(spare.map((line) => line.get('/healthz')));
  const found: Line[] = [];
  for (const pid of workers()) {
    process.kill(pid, 'SIGSTOP');
    const asking = spare.map((line) => line.get('/healthz'));
    const silent = await Promise.all(
      asking.map((one) => Promise.race([one.then(() => false), wait(500, true)])),
    );
    process.kill(pid, 'SIGCONT');
    await Promise.all(asking);
    const [line, ...others] = spare.filter((_, at) => silent[at] === true);
    if (!line) throw new Error('a process got none of twelve lines');
    found.push(line);
    for (const other of others) other.close();
    for (const gone of [line, ...others]) spare.splice(spare.indexOf(gone), 1);
  }
  for (const line of spare) line.close();
  return found;
}
