import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../../tests/engine/databases.ts';
import { freePort, startPostgres } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { besideTheShop } from '../bench/shop-under-test.ts';
import { orderDetails } from '../bench/shoppers.ts';
import { type DatabaseProxy, openDatabaseProxy } from './database-line.ts';
import { type Drill, type Finding, timeInWords } from './drill.ts';
import { openLine } from './line.ts';
import { type ManyProcesses, openMany } from './many.ts';

/** For how long it is away, in milliseconds. */
const awayMs = 30_000;
/** Until then all is well again. */
const soon = 5000;

type Call = { what: string; ask(url: string): Promise<number> };

function callsOf(token: string): Call[] {
  const headers = { authorization: `Bearer ${token}` };
  const once =
    (ask: (line: ReturnType<typeof openLine>) => Promise<{ status: number }>) => async (url: string) => {
      const line = openLine(url);
      const status = await ask(line).then(
        (said) => said.status,
        () => 0,
      );
      line.close();
      return status;
    };
  return [
    { what: '/healthz', ask: once((line) => line.get('/healthz')) },
    { what: '/readyz', ask: once((line) => line.get('/readyz')) },
    { what: 'page', ask: once((line) => line.get('/Sarees')) },
    { what: 'cart', ask: once((line) => line.get('/api/cart/get', headers)) },
    { what: 'order', ask: once((line) => line.post('/api/checkout/', { orderDetails }, headers)) },
  ];
}

/** What each call was answered while the database was away, and how long the slowest took. */
async function watch(url: string, calls: readonly Call[], untilMs: number) {
  const answers = new Map(calls.map(({ what }) => [what, new Set<number>()]));
  const open: Promise<void>[] = [];
  let slowest = 0;
  const end = performance.now() + untilMs;
  while (performance.now() < end) {
    for (const { what, ask } of calls) {
      const begun = performance.now();
      open.push(
        ask(url).then((status) => {
          answers.get(what)?.add(status);
          slowest = Math.max(slowest, performance.now() - begun);
        }),
      );
    }
    await wait(500);
  }
  return { answers, done: Promise.all(open), slowest: () => slowest };
}

async function untilWell(url: string, calls: readonly Call[]): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const rounds = await Promise.all([...calls, ...calls].map(({ ask }) => ask(url)));
    // The cart is empty, so the order is refused in words.
    if (rounds.every((status) => status === 200 || status === 409)) return performance.now() - begun;
    if (performance.now() - begun > 60_000) return 60_000;
    await wait(50);
  }
}

type Away = { what: string; leave(connection: DatabaseProxy): Promise<void> };
const ways: readonly Away[] = [
  { what: 'gone', leave: (connection) => connection.cut() },
  { what: 'held up', leave: async (connection) => connection.hold() },
];

async function findingsOf(
  many: ManyProcesses,
  connection: DatabaseProxy,
  calls: readonly Call[],
  { what, leave }: Away,
) {
  const before = many.workers();
  await leave(connection);
  const { answers, done, slowest } = await watch(many.url, calls, awayMs);
  await connection.fix();
  const back = await untilWell(many.url, calls);
  await done;
  const text = [...answers].map(([call, seen]) => `${call} ${[...seen].sort().join('/')}`).join(', ');
  const odd = [...answers].flatMap(([call, seen]) =>
    [...seen].filter((status) => status === 0 || status === 500 || (call === '/healthz' && status !== 200)),
  );
  const same = many.workers().join() === before.join();
  const found: Finding[] = [
    {
      what: `the database is ${what} for ${awayMs / 1000} s: clear answers, no process ends`,
      figure: `${text}; slowest ${timeInWords(slowest())}; ${same ? 'the same processes' : 'others took their place'}`,
      holds: odd.length === 0 && same,
    },
    {
      what: `the database was ${what}: all is well again`,
      figure: `after ${timeInWords(back)}`,
      holds: back <= soon,
    },
  ];
  return found;
}

/** The database goes away under a shop of two processes, and comes back. */
export const databaseAway: Drill = {
  name: 'database-away',
  async run() {
    const dataDir = scratchFolder('drill');
    const server = await startPostgres();
    try {
      await command(server.urlOf('postgres'), 'create database away');
      const connection = await openDatabaseProxy(server.urlOf('away'));
      const place = { dataDir, port: await freePort(), databaseUrl: connection.url };
      const many = await openMany(place, { WEB_CONCURRENCY: '2', LOG_LEVEL: 'silent' });
      const found: Finding[] = [];
      try {
        const direct = { ...place, databaseUrl: server.urlOf('away') };
        const { token } = await besideTheShop(direct, (shop) => signInAs(shop, 'waiting@example.in'));
        const calls = callsOf(token);
        await untilWell(many.url, calls);
        for (const way of ways) found.push(...(await findingsOf(many, connection, calls, way)));
      } finally {
        await many.stop();
        await connection.cut();
      }
      return found;
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
};
