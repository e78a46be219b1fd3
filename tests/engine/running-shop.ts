import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { and, count, isNull } from 'drizzle-orm';
import { createApp } from '../../app/app.server.ts';
import { queueEmail } from '../../app/foundation/email/email.server.ts';
import { openLog } from '../../app/foundation/log.server.ts';
import { outbox } from '../../app/foundation/tables.server.ts';
import { createShop } from '../../app/start-up.server.ts';
import { listenLocally } from '../fixtures/listen.ts';
import { newDatabase, type SeededWorld } from './databases.ts';
import { makeTempFolder } from './temp-folder.ts';

export type LogLine = { level: number; msg: string };

/**
 * Starts the shop without its pages, on a copy of the seeded database: `createShop`, an HTTP server and the workers. Unlike in
 * production, the log is recorded, and the email worker runs every 200 ms instead of every 5 s.
 */
export async function startShop(world: SeededWorld) {
  const dataDir = makeTempFolder('running');
  const settings: NodeJS.ProcessEnv = { DATA_DIR: dataDir };
  let removeDatabase = async () => {};
  if (world.engine === 'embedded') cpSync(world.folder, dataDir, { recursive: true });
  else {
    const { url, drop } = await newDatabase(world.server, world.template);
    settings.DATABASE_URL = url;
    removeDatabase = drop;
  }
  mkdirSync(path.join(dataDir, 'uploads'), { recursive: true });

  // The pretend bank and courier send requests to the shop's URL, so the port must be known before the shop is created.
  let listener: ReturnType<typeof getRequestListener> | undefined;
  const server = createServer((request, response) => void listener?.(request, response));
  const url = `http://127.0.0.1:${await listenLocally(server)}`;

  const lines: LogLine[] = [];
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const root = path.join(import.meta.dirname, '..', '..');
  const opened = await createShop({ ...settings, PUBLIC_URL: url }, root, { log, emailIntervalMs: 200 });
  const app = createApp(opened);
  listener = getRequestListener(app.fetch);
  opened.start();

  const { shop } = opened;
  return {
    shop,
    app,
    url,
    /** The lines of the log, oldest first. */
    lines,
    /** Counts the emails that are neither sent nor failed. */
    countPendingEmails: async () => {
      const isPending = and(isNull(outbox.sentAt), isNull(outbox.failedAt));
      const [row] = await shop.db.select({ emails: count() }).from(outbox).where(isPending);
      return row?.emails;
    },
    /** Queues an email without waking the worker, so that the worker finds it only by polling. */
    queueWithoutWake: () =>
      queueEmail(shop, { kind: 'test', to: 'a@example.in', subject: 'Hello', text: 'Hello', html: 'Hello' }),
    stop: async () => {
      await opened.close(server);
      await removeDatabase();
      rmSync(dataDir, { recursive: true });
    },
  };
}
