import { rmSync } from 'node:fs';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { command } from '../../tests/engine/databases.ts';
import { freePort, startPostgres } from '../../tests/engine/postgres-server.ts';
import { scratchFolder } from '../../tests/engine/temp-folder.ts';
import { besideTheShop, type Place } from '../bench/shop-under-test.ts';
import type { Drill, Finding } from './drill.ts';
import { sumMetrics } from './figures.ts';
import { type MailSink, openMailSink } from './mail-sink.ts';
import { type ManyProcesses, openMany } from './many.ts';
import { cutListeners, measureEvents } from './news.ts';
import { countGuesses, expireOnce, mailOnce, raceForTheLast, signOutEverywhere } from './once-for-all.ts';
import { killOne, stopInOrder } from './processes-end.ts';

/** What the parts of the drill work with: two processes behind one port, and the rows they both stand on. */
export type TwoProcesses = {
  many: ManyProcesses;
  /** Beside the processes: the same rows, without their memory. */
  shop: Shop;
  sink: MailSink;
  /** The address of the database, to cut its connections. */
  databaseUrl: string;
};

const parts = [
  measureEvents,
  cutListeners,
  signOutEverywhere,
  countGuesses,
  raceForTheLast,
  mailOnce,
  expireOnce,
  sumMetrics,
  killOne,
  stopInOrder,
];

/** Two processes of one shop on PostgreSQL, behind one port: whatever one of them does, the other goes by. */
export const twoProcesses: Drill = {
  name: 'two-processes',
  async run() {
    const dataDir = scratchFolder('drill');
    const server = await startPostgres();
    const sink = await openMailSink();
    try {
      await command(server.urlOf('postgres'), 'create database two');
      const databaseUrl = server.urlOf('two');
      const place: Place = { dataDir, port: await freePort(), databaseUrl };
      const many = await openMany(place, { WEB_CONCURRENCY: '2', SMTP_URL: sink.url });
      const found: Finding[] = [
        {
          what: 'two processes open behind one port, with one greeting',
          figure: `${many.workers().length} processes, ${many.words().split('is open at').length - 1} greeting`,
          holds: many.workers().length === 2 && many.words().split('is open at').length === 2,
        },
      ];
      try {
        await besideTheShop(place, async (shop) => {
          for (const part of parts) found.push(...(await part({ many, shop, sink, databaseUrl })));
        });
      } finally {
        await many.stop();
      }
      return found;
    } finally {
      sink.close();
      await server.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
};
