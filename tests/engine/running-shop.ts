import { randomUUID } from 'node:crypto';
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
import { runStatement, type SeededWorld } from './databases.ts';
import { makeTempFolder } from './temp-folder.ts';

export type LogLine = { level: number; msg: string };

/**
 * The whole shop without its pages over a copy of the named world: opened by `createShop`, listening at an address of its
 * own, with its workers started. It differs from production in that its log is recorded, and that its email worker
 * does not wait five seconds between two looks into the outbox.
 */
export async function startShop(world: SeededWorld) {
  const dataDir = makeTempFolder('running');
  const settings: NodeJS.ProcessEnv = { DATA_DIR: dataDir };
  let removeDatabase = async () => {};
  if (world.engine === 'embedded') cpSync(world.folder, dataDir, { recursive: true });
  else {
    const name = `running_${randomUUID().replaceAll('-', '')}`;
    const { server, template } = world;
    await runStatement(server, `create database ${name} template ${template}`);
    settings.DATABASE_URL = new URL(name, server).href;
    removeDatabase = () => runStatement(server, `drop database ${name}`);
  }
  mkdirSync(path.join(dataDir, 'uploads'), { recursive: true });

  // The pretend bank and courier call the shop at its address, so the port is known before the shop opens.
  let answer: ReturnType<typeof getRequestListener> | undefined;
  const server = createServer((request, response) => void answer?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

  const lines: LogLine[] = [];
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const root = path.join(import.meta.dirname, '..', '..');
  const opened = await createShop({ ...settings, PUBLIC_URL: url }, root, { log, emailIntervalMs: 200 });
  const app = createApp(opened);
  answer = getRequestListener(app.fetch);
  opened.start();

  const { shop } = opened;
  return {
    shop,
    app,
    url,
    /** What has been logged, the first line first. */
    lines,
    /** Mails that are neither sent nor failed. */
    countPendingEmails: async () => {
      const waiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt));
      const [row] = await shop.db.select({ emails: count() }).from(outbox).where(waiting);
      return row?.emails;
    },
    /** Puts a mail into the outbox that only the worker's own rounds can find: nothing wakes it. */
    queueWithoutWake: () =>
      queueEmail(shop, { kind: 'test', to: 'a@example.in', subject: 'Hello', text: 'Hello', html: 'Hello' }),
    stop: async () => {
      await opened.close(server);
      await removeDatabase();
      rmSync(dataDir, { recursive: true });
    },
  };
}
