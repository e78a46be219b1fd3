import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../../tests/engine/databases.ts';
import { freePort, startPostgres } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import type { Place } from '../bench/shop-under-test.ts';
import { admitShoppers } from '../bench/shoppers.ts';
import { audit } from './books.ts';
import { gather } from './crowd.ts';
import { type Drill, requested, timeInWords } from './drill.ts';
import { openMany } from './many.ts';

const readers = 40;
const longestStop = 10_000;

type Read = { answered: number; turnedAway: number; closed: number; cut: string[] };

/** Reads again and again on a line of its own, until the shop is gone. */
function readOn(url: string, read: Read): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);
  const once = () =>
    new Promise<boolean>((resolve) => {
      let begun = false;
      const sent = request({ agent, hostname, port, path: '/search?query=silk' }, (response) => {
        begun = true;
        response.resume();
        response.on('end', () => {
          read.answered += 1;
          resolve(true);
        });
        response.on('error', (error) => end(error));
      });
      const end = (error: Error) => {
        if (begun) read.cut.push(error.message);
        // A line that was idle is closed while something was on its way: HTTP lets whoever asked ask again.
        else if (sent.reusedSocket) read.closed += 1;
        // Nobody had let them in yet.
        else read.turnedAway += 1;
        resolve(false);
      };
      sent.on('error', end).end();
    });
  return (async () => {
    while (await once());
    agent.destroy();
  })();
}

/** SIGTERM to two processes while people read and order. */
export const stopUnderLoad: Drill = {
  name: 'stop-under-load',
  async run() {
    const dataDir = scratchFolder('drill');
    const server = await startPostgres();
    try {
      await command(server.urlOf('postgres'), 'create database stopping');
      const place: Place = { dataDir, port: await freePort(), databaseUrl: server.urlOf('stopping') };
      const open = () => openMany(place, { WEB_CONCURRENCY: '2', SHOP_SECRET: 'x'.repeat(32) });
      await (await open()).stop();
      const crowd = gather(await admitShoppers(place, { count: requested.shoppers, stock: 100_000 }));
      const read: Read = { answered: 0, turnedAway: 0, closed: 0, cut: [] };
      const codes = new Set<number | null>();
      let slowest = 0;
      for (let round = 0; round < requested.rounds; round++) {
        const many = await open();
        const busy = Promise.all([
          crowd.order(many.url),
          ...Array.from({ length: readers }, () => readOn(many.url, read)),
        ]);
        await wait(2500);
        const begun = performance.now();
        process.kill(many.pid, 'SIGTERM');
        codes.add(await many.ended);
        slowest = Math.max(slowest, performance.now() - begun);
        await busy;
        await many.stop();
      }
      const last = await open();
      await crowd.finish(last.url);
      await last.stop();
      const { orders, wrong } = await audit(place, crowd.presses);
      const again = crowd.presses.filter(({ tries }) => tries > 1).length;
      const problems = [...new Set([...crowd.wrong, ...wrong])];
      return [
        {
          what: 'SIGTERM under load ends within ten seconds',
          figure: `${requested.rounds} times, slowest ${timeInWords(slowest)}, exit code ${[...codes].join(', ')}`,
          holds: slowest <= longestStop && codes.size === 1 && codes.has(0),
        },
        {
          what: 'no answer that was begun breaks off',
          figure: `${read.answered} pages whole, ${read.cut.length} cut, ${read.closed} lines closed between two, ${read.turnedAway} turned away at the door`,
          holds: read.cut.length === 0 && read.closed <= readers / 10 && read.answered > 0,
        },
        {
          what: 'no order is lost or twice',
          figure: `${crowd.presses.length} presses of Pay, ${orders} orders, ${again} pressed again`,
          holds: problems.length === 0 && orders > 0,
        },
        ...problems.map((text) => ({ what: text, figure: '', holds: false })),
      ];
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
};
