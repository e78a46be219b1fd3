import { setTimeout as wait } from 'node:timers/promises';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { type Client, openClient, type Response } from '../bench/client.ts';
import { withShopDatabase } from '../bench/shop-under-test.ts';
import { orderDetails } from '../bench/shoppers.ts';
import { checked } from './audit.ts';
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts';
import { type Drill, type Finding, formatTime } from './drill.ts';
import { onPostgres } from './locations.ts';
import { type ShopProcesses, startProcesses } from './processes.ts';

/** Length of the outage in milliseconds. */
const awayMs = 30_000;
const maxRecoveryMs = 5000;
const recoveryTimeoutMs = 60_000;

/** A request of the drill. `send` returns the status of the response, or 0 without a response. */
type Request = { label: string; send(url: string): Promise<number> };

function requestsOf(token: string): Request[] {
  const headers = { authorization: `Bearer ${token}` };
  const sendOnce = (send: (connection: Client) => Promise<Response>) => async (url: string) => {
    const connection = openClient(url);
    const status = await send(connection).then(
      (response) => response.status,
      () => 0,
    );
    connection.close();
    return status;
  };
  return [
    { label: '/healthz', send: sendOnce((connection) => connection.get('/healthz')) },
    { label: '/readyz', send: sendOnce((connection) => connection.get('/readyz')) },
    { label: 'page', send: sendOnce((connection) => connection.get('/Sarees')) },
    { label: 'cart', send: sendOnce((connection) => connection.get('/api/cart/get', headers)) },
    {
      label: 'order',
      send: sendOnce((connection) => connection.post('/api/checkout/', { orderDetails }, headers)),
    },
  ];
}

/** Sends all requests every half second during the outage. Returns the statuses and the longest time. */
async function sendWhileAway(url: string, requests: readonly Request[]) {
  const statuses = new Map(requests.map(({ label }) => [label, new Set<number>()]));
  const pending: Promise<void>[] = [];
  let slowest = 0;
  const end = performance.now() + awayMs;
  while (performance.now() < end) {
    for (const { label, send } of requests) {
      const startedAt = performance.now();
      pending.push(
        send(url).then((status) => {
          statuses.get(label)?.add(status);
          slowest = Math.max(slowest, performance.now() - startedAt);
        }),
      );
    }
    await wait(500);
  }
  return { statuses, done: Promise.all(pending), slowest: () => slowest };
}

/** Measures the time until all requests succeed, in milliseconds. */
async function measureRecovery(url: string, requests: readonly Request[]): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const statuses = await Promise.all([...requests, ...requests].map(({ send }) => send(url)));
    const elapsed = performance.now() - startedAt;
    // The cart is empty, so 409 is the right response to the order.
    if (statuses.every((status) => status === 200 || status === 409)) return elapsed;
    if (elapsed > recoveryTimeoutMs) return recoveryTimeoutMs;
    await wait(50);
  }
}

type Outage = { label: string; start(proxy: DatabaseProxy): Promise<void> };
const outages: readonly Outage[] = [
  { label: 'unreachable', start: (proxy) => proxy.cut() },
  { label: 'hanging', start: async (proxy) => proxy.stopForwarding() },
];

async function drillOutage(
  processes: ShopProcesses,
  proxy: DatabaseProxy,
  requests: readonly Request[],
  { label, start }: Outage,
): Promise<Finding[]> {
  const before = processes.workers();
  await start(proxy);
  const { statuses, done, slowest } = await sendWhileAway(processes.url, requests);
  await proxy.restore();
  const recoveryMs = await measureRecovery(processes.url, requests);
  await done;
  const text = [...statuses].map(([request, all]) => `${request} ${[...all].sort().join('/')}`).join(', ');
  const isExpected = [...statuses].every(([request, all]) =>
    [...all].every((status) => status !== 0 && status !== 500 && (request !== '/healthz' || status === 200)),
  );
  const isSame = processes.workers().join() === before.join();
  return [
    {
      promise: `the database is ${label} for ${awayMs / 1000} s: every request gets a response, no process ends`,
      measured: `${text}; slowest ${formatTime(slowest())}; ${isSame ? 'the same processes' : 'other processes'}`,
      holds: isExpected && isSame,
    },
    {
      promise: `the database was ${label}: the shop recovers`,
      measured: `after ${formatTime(recoveryMs)}`,
      holds: recoveryMs <= maxRecoveryMs,
    },
  ];
}

/** The database of a shop of two processes becomes unavailable and recovers. */
export const databaseAway: Drill = {
  name: 'database-away',
  run: () =>
    onPostgres(
      checked(async (location) => {
        const proxy = await openDatabaseProxy(location.databaseUrl);
        const settings = { WEB_CONCURRENCY: '2', LOG_LEVEL: 'silent' };
        const processes = await startProcesses({ ...location, databaseUrl: proxy.url }, settings);
        const findings: Finding[] = [];
        try {
          const { token } = await withShopDatabase(location, async (shop) => {
            await liftOrderLimits(shop);
            return signInAs(shop, 'waiting@example.in');
          });
          const requests = requestsOf(token);
          await measureRecovery(processes.url, requests);
          for (const outage of outages)
            findings.push(...(await drillOutage(processes, proxy, requests, outage)));
        } finally {
          await processes.stop();
          await proxy.cut();
        }
        return findings;
      }),
    ),
};
