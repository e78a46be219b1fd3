import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareShopForLoad } from '../bench/shoppers.ts';
import { audit, checked } from './audit.ts';
import { type Drill, formatTime, requested } from './drill.ts';
import { onPostgres } from './locations.ts';
import { startProcesses } from './processes.ts';
import { simulateShoppers } from './simulated-shoppers.ts';

const readers = 40;
const maxStopMs = 10_000;

/**
 * Numbers of requests by result. `closedIdle`: the idle connection closed while the request was sent. `refused`: the shop
 * accepted no new connection. `interrupted`: the errors of incomplete responses.
 */
type Reads = { complete: number; refused: number; closedIdle: number; interrupted: string[] };

/** Requests pages on one connection until the shop has exited. */
async function readUntilStopped(url: string, reads: Reads): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);
  const readOnce = () =>
    new Promise<boolean>((resolve) => {
      let hasStarted = false;
      const sent = request({ agent, hostname, port, path: '/search?query=silk' }, (response) => {
        hasStarted = true;
        response.resume();
        response.on('end', () => {
          reads.complete += 1;
          resolve(true);
        });
        response.on('error', fail);
      });
      const fail = (error: Error) => {
        if (hasStarted) reads.interrupted.push(error.message);
        // HTTP allows a client to retry a request if a reused connection closes.
        else if (sent.reusedSocket) reads.closedIdle += 1;
        else reads.refused += 1;
        resolve(false);
      };
      sent.on('error', fail).end();
    });
  while (await readOnce());
  agent.destroy();
}

/** A shop of two processes gets SIGTERM while customers read and order. */
export const stopUnderLoad: Drill = {
  name: 'stop-under-load',
  run: () =>
    onPostgres(
      checked(async (location) => {
        const open = () => startProcesses(location, { WEB_CONCURRENCY: '2', SHOP_SECRET: 'x'.repeat(32) });
        await (await open()).stop();
        const simulation = simulateShoppers(
          await prepareShopForLoad(location, { count: requested.shoppers, stock: 100_000 }),
        );
        const reads: Reads = { complete: 0, refused: 0, closedIdle: 0, interrupted: [] };
        const codes = new Set<number | null>();
        let slowest = 0;
        for (let round = 0; round < requested.rounds; round++) {
          const processes = await open();
          const load = Promise.all([
            simulation.order(processes.url),
            ...Array.from({ length: readers }, () => readUntilStopped(processes.url, reads)),
          ]);
          await wait(2500);
          const startedAt = performance.now();
          process.kill(processes.pid, 'SIGTERM');
          codes.add(await processes.exited);
          slowest = Math.max(slowest, performance.now() - startedAt);
          await load;
          await processes.stop();
        }
        const last = await open();
        await simulation.finish(last.url);
        await last.stop();
        const { attempts } = simulation;
        const audited = await audit(location, attempts);
        const retried = attempts.filter(({ tryCount }) => tryCount > 1).length;
        const faults = new Set([...simulation.faults, ...audited.faults]);
        return [
          {
            promise: 'SIGTERM under load ends within ten seconds',
            measured: `${requested.rounds} times, slowest ${formatTime(slowest)}, exit code ${[...codes].join(', ')}`,
            holds: slowest <= maxStopMs && codes.size === 1 && codes.has(0),
          },
          {
            promise: 'no response is interrupted',
            measured: `${reads.complete} pages whole, ${reads.interrupted.length} cut, ${reads.closedIdle} idle connections closed, ${reads.refused} connections refused`,
            holds: reads.interrupted.length === 0 && reads.closedIdle <= readers / 10 && reads.complete > 0,
          },
          {
            promise: 'no order is lost or duplicated',
            measured: `${attempts.length} orders sent, ${audited.orders} stored, ${retried} after a retry`,
            holds: faults.size === 0 && audited.orders > 0,
          },
          ...[...faults].map((fault) => ({ promise: fault, measured: '', holds: false })),
        ];
      }),
    ),
};
