import { setTimeout as wait } from 'node:timers/promises';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { openClient } from '../bench/client.ts';
import { withShopDatabase } from '../bench/shop-under-test.ts';
import { checked } from './audit.ts';
import { cutListeners, measureChanges } from './change-notifications.ts';
import { type Drill, type Finding, formatTime } from './drill.ts';
import { onPostgres } from './locations.ts';
import { type MailSink, openMailSink } from './mail-sink.ts';
import {
  countGuesses,
  expireOnce,
  raceForLastUnit,
  sendEmailsOnce,
  signOutEverywhere,
} from './once-across-processes.ts';
import { connectToEach, type ShopProcesses, startProcesses } from './processes.ts';

/** Two worker processes on one port, and their database. */
export type TwoProcesses = {
  processes: ShopProcesses;
  /** A shop in this process on the same database, without a read cache. */
  shop: Shop;
  sink: MailSink;
  databaseUrl: string;
};

const parts = [
  measureChanges,
  cutListeners,
  signOutEverywhere,
  countGuesses,
  raceForLastUnit,
  sendEmailsOnce,
  expireOnce,
  sumMetrics,
  killWorker,
  stopPrimary,
];

/** Two worker processes of a shop on PostgreSQL behave as one. */
export const twoProcesses: Drill = {
  name: 'two-processes',
  run: () =>
    onPostgres(
      checked(async (location) => {
        const { databaseUrl } = location;
        const sink = await openMailSink();
        try {
          const processes = await startProcesses(location, { WEB_CONCURRENCY: '2', SMTP_URL: sink.url });
          const count = processes.workers().length;
          const banners = processes.output().split('is running at').length - 1;
          const findings: Finding[] = [
            {
              promise: 'two processes start on one port and print one banner',
              measured: `${count} processes, ${banners} banner`,
              holds: count === 2 && banners === 1,
            },
          ];
          try {
            await withShopDatabase(location, async (shop) => {
              for (const part of parts)
                findings.push(...(await part({ processes, shop, sink, databaseUrl })));
            });
          } finally {
            await processes.stop();
          }
          return findings;
        } finally {
          sink.close();
        }
      }),
    ),
};

const requestsPerProcess = 25;

/** Each process responds to /metrics with the sum of both processes. */
async function sumMetrics({ processes }: TwoProcesses): Promise<Finding[]> {
  const requests = 'http_requests_total{route="/api/category/get-all"';
  const connections = await connectToEach(processes);
  const sums: number[] = [];
  const counts: number[] = [];
  for (const reader of connections) {
    const before = sumRows((await reader.get('/metrics')).text, requests);
    for (const connection of connections)
      for (let count = 0; count < requestsPerProcess; count++) await connection.get('/api/category/get-all');
    const { text } = await reader.get('/metrics');
    sums.push(sumRows(text, requests) - before);
    counts.push(sumRows(text, 'shop_processes'));
  }
  for (const connection of connections) connection.close();
  const sent = requestsPerProcess * connections.length;
  return [
    {
      promise: '/metrics of each process counts the requests of both',
      measured: `${sent} requests to both, counted ${sums.join(' and ')}, by ${counts.join(' and ')} processes`,
      holds: sums.every((sum) => sum === sent) && counts.every((count) => count === connections.length),
    },
  ];
}

/** Sums the values of the rows that start with `prefix`. */
function sumRows(text: string, prefix: string): number {
  return text
    .split('\n')
    .filter((row) => row.startsWith(prefix))
    .reduce((sum, row) => sum + Number(row.split(' ').at(-1)), 0);
}

const readers = 8;

/** A worker process that is killed while customers read is replaced, and the other process continues to respond. */
async function killWorker({ processes }: TwoProcesses): Promise<Finding[]> {
  const [first] = processes.workers();
  if (first === undefined) throw new Error('No worker process runs.');
  const startedAt = performance.now();
  let whole = 0;
  let cut = 0;
  let replacedAfter: number | undefined;
  const isOver = () => replacedAfter !== undefined || performance.now() - startedAt > 60_000;

  /** Opens a connection for each request, as a new customer does. */
  async function read() {
    while (!isOver()) {
      const connection = openClient(processes.url);
      const isWhole = await connection.get('/Sarees').then(
        ({ status }) => status === 200,
        () => false,
      );
      connection.close();
      if (isWhole) whole += 1;
      else cut += 1;
    }
  }

  async function waitForReplacement() {
    while (!processes.output().includes('worker process restarted') && !isOver()) await wait(10);
    replacedAfter = performance.now() - startedAt;
  }

  process.kill(first, 'SIGKILL');
  await Promise.all([waitForReplacement(), ...Array.from({ length: readers }, read)]);
  return [
    {
      promise: 'a killed worker process is replaced, and the other goes on',
      measured: `replaced after ${formatTime(replacedAfter ?? 60_000)}; ${whole} responses until then, ${cut} cut off with the killed process`,
      holds:
        processes.workers().length === 2 &&
        !processes.workers().includes(first) &&
        whole > 0 &&
        cut <= readers,
    },
  ];
}

/** SIGTERM to the primary process ends all processes. */
async function stopPrimary({ processes }: TwoProcesses): Promise<Finding[]> {
  const workers = processes.workers();
  const startedAt = performance.now();
  process.kill(processes.pid, 'SIGTERM');
  const code = await processes.exited;
  const took = performance.now() - startedAt;
  const left = workers.filter(isRunning);
  return [
    {
      promise: 'SIGTERM to the primary process ends all',
      measured: `${formatTime(took)}, exit code ${code}, ${left.length} left`,
      holds: code === 0 && took <= 10_000 && left.length === 0,
    },
  ];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
