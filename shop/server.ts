import { createServer } from 'node:http';
import path from 'node:path';
import * as pages from 'virtual:react-router/server-build';
import { serve as listen } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { isEmpty, layOutUploads, plant } from '../seeds/plant.server.ts';
import { createApp } from './app.server.ts';
import { systemClock } from './foundation/clock.ts';
import { type Config, readConfig } from './foundation/config.server.ts';
import { type OpenDatabase, openEmbedded, openPostgres } from './foundation/database.server.ts';
import { openLog } from './foundation/log.server.ts';
import { openPostOffice } from './foundation/post-office.server.ts';
import { inTransaction, type Shop } from './foundation/shop.server.ts';

export type RunningShop = { url: string; close(): Promise<void> };

/** How long answers that are under way may take to end when the shop stops. */
const drainMs = 10_000;

/**
 * Opens the shop: reads the settings, opens and migrates the database, furnishes it the first time, and listens.
 * Rejects with an Error in plain words when a setting is wrong, the data folder is in use, or the port is taken.
 */
export async function serve(environment: NodeJS.ProcessEnv, root = process.cwd()): Promise<RunningShop> {
  const config = readConfig(environment);
  const log = openLog(config.logLevel);
  const database = await openDatabase(config, path.join(root, 'migrations'));
  const shop: Shop = { db: database.db, clock: systemClock, config, log };
  const uploadsFolder = path.join(config.dataDir, 'uploads');
  if (await isEmpty(shop)) await furnish(shop, path.join(root, 'seeds/uploads'), uploadsFolder);

  let stopping = false;
  const app = createApp({
    shop,
    pages,
    uploadsFolder,
    assetsFolder: path.join(root, 'build/client'),
    isReady: async () => !stopping && (await database.reachable()),
  });
  const postOffice = openPostOffice({ shop });
  const server = await new Promise<ReturnType<typeof listen>>((resolve, reject) => {
    const opened = listen(
      {
        fetch: app.fetch,
        port: config.port,
        hostname: config.host,
        createServer,
        // The defaults let a client that drips its bytes hold a socket for minutes.
        serverOptions: {
          requestTimeout: 30_000,
          headersTimeout: 8000,
          connectionsCheckingInterval: 2000,
          keepAliveTimeout: 5000,
        },
      },
      () => resolve(opened),
    );
    opened.on('error', (error: NodeJS.ErrnoException) => reject(inWords(error, config)));
  });
  postOffice.start();
  greet(config, database.place);

  return {
    url: config.publicUrl,
    close: async () => {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const tooLong = new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref());
      await Promise.race([closed, tooLong]);
      await postOffice.stop();
      await database.close();
    },
  };
}

function openDatabase(config: Config, migrations: string): Promise<OpenDatabase> {
  return config.databaseUrl
    ? openPostgres(config.databaseUrl, migrations)
    : openEmbedded(config.dataDir, migrations);
}

async function furnish(shop: Shop, from: string, to: string) {
  say('First start: hanging up the demonstration catalogue …');
  const files = await layOutUploads(from, to);
  await inTransaction(shop, async (inside) => {
    // Of several processes that open one empty database, the first furnishes it and the others wait and find it so.
    await inside.db.execute(sql`set local lock_timeout = 0`);
    await inside.db.execute(sql`select pg_advisory_xact_lock(7262)`);
    if (await isEmpty(inside)) await plant(inside);
  });
  // Nobody else tells the embedded planner what stands in its tables.
  await shop.db.execute(sql`analyze`);
  say(`Done: ${files} pictures and films are in place.`);
}

function inWords(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(`Another program is listening at ${host}:${port}. Stop it, or choose another PORT.`);
}

function greet(config: Config, place: string) {
  say(
    [
      '',
      `  Tanabana is open at ${config.publicUrl}`,
      '',
      `  Data        ${config.dataDir}`,
      `  Database    ${place}`,
      '  Accounts    none yet: everybody is a guest; what people write goes to the messages',
      `  Pretended   ${config.pretended.join('; ') || 'nothing'}`,
      `  Calls       ${config.publicUrl}/api/docs`,
      '',
    ].join('\n'),
  );
}

function say(words: string) {
  process.stdout.write(`${words}\n`);
}
