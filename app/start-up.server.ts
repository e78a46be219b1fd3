import path from 'node:path';
import { sql } from 'drizzle-orm';
import { copyUploads, isShopEmpty, seedContent, seedDemonstration } from '../seeds/seed.server.ts';
import { createImportWorker } from './admin/import-export/import-worker.server.ts';
import { createFirstOwner } from './admin/sign-in/staff.server.ts';
import { createServices, type Services } from './checkout/checkout-services.server.ts';
import { type ClosableParts, closeShop } from './close-shop.server.ts';
import { createResponseCache, type ResponseCache } from './foundation/cache/cached-response.server.ts';
import { createReadCache } from './foundation/cache/read-cache.server.ts';
import { systemClock } from './foundation/clock.ts';
import { type Config, readConfig } from './foundation/config/config.server.ts';
import { readSecret } from './foundation/config/secret.server.ts';
import { type OpenDatabase, openEmbedded, openPostgres } from './foundation/database/database.server.ts';
import { createEmailWorker } from './foundation/email/email-worker.server.ts';
import { assertDiskSpace } from './foundation/files/disk-space.server.ts';
import { type UploadsStorage, uploadsOf } from './foundation/files/uploads-storage.server.ts';
import { joinPollers, type Poller } from './foundation/jobs/poller.server.ts';
import { type Log, openLog } from './foundation/log.server.ts';
import { inTransaction, type Shop } from './foundation/shop.server.ts';
import { runOwnerChange } from './operations/change-owner.server.ts';
import { assertNotHalfRestored } from './operations/restore-rows.server.ts';
import { serveShopSocket } from './operations/shop-socket.server.ts';
import { createImageWorker } from './prepare-images.server.ts';

export type OpenShop = {
  shop: Shop;
  services: Services;
  /** Answers that are kept whole until something that they show changes. */
  cachedResponses: ResponseCache;
  uploadsFolder: string;
  /** In words, for the greeting: where the rows are. */
  databaseLocation: string;
  /** False once the shop is closing, and while its database is away. */
  isReady(): Promise<boolean>;
  /** Begins to send the mails that wait, and to do what waits behind the counter. */
  start(): void;
  /** Closes the server that showed the shop, the counter, the post office and the database, in this order and within ten seconds. */
  close(server: ClosableParts['server']): Promise<void>;
};

/**
 * Opens everything of the shop but its door: reads the settings, opens and migrates the database, and furnishes it
 * the first time. `root` is the project's folder. Rejects with an Error in plain words when a setting is wrong or
 * the data folder is in use. Tests give a `log` that they can read, and an email worker that looks more often.
 */
export async function createShop(
  environment: NodeJS.ProcessEnv,
  root: string,
  { log: given, emailIntervalMs }: { log?: Log; emailIntervalMs?: number } = {},
): Promise<OpenShop> {
  const config = readConfig(environment);
  const log = given ?? openLog(config.logLevel);
  assertNotHalfRestored(config.dataDir);
  await assertDiskSpace(config);
  const database = await openDatabase(config, path.join(root, 'migrations'), log);
  let emailWorker: Poller | undefined;
  const readCache = createReadCache();
  const shop: Shop = {
    db: database.db,
    clock: systemClock,
    config,
    log,
    secret: readSecret(config),
    readCache,
    afterCommit: (effect) => effect(),
    wakeEmailWorker: () => emailWorker?.wake(),
  };
  const uploadsFolder = path.join(config.dataDir, 'uploads');
  const uploads = uploadsOf(shop);
  if (await isShopEmpty(shop)) await seed(shop, path.join(root, 'seeds', 'uploads'), uploads);
  // The shop opens all the same: only its pictures are missing while nobody can reach them.
  void uploads.check().catch((error: Error) => log.error({ err: error }, error.message));
  await createFirstOwner(shop);
  const emails = createEmailWorker({ shop, everyMs: emailIntervalMs });
  emailWorker = emails;
  const services = createServices(shop);
  // A long file holds up no payment, and neither do pictures.
  const workers = joinPollers(services.worker, createImportWorker(shop), createImageWorker(shop));
  const cachedResponses = createResponseCache();
  await database.listen({
    // What the answers are made of goes first.
    onChange: (tags) => {
      for (const tag of tags) readCache.invalidate(tag);
      for (const tag of tags) cachedResponses.invalidate(tag);
    },
    onConnection: (isConnected) => {
      readCache.setConnected(isConnected);
      cachedResponses.setConnected(isConnected);
    },
  });

  const { copyTo } = database;
  const owner = (args: readonly string[]) => runOwnerChange(shop, args);
  const stopSocket = copyTo ? serveShopSocket(config.dataDir, { copy: copyTo, owner }, log) : () => undefined;

  let closing = false;
  return {
    shop,
    services,
    cachedResponses,
    uploadsFolder,
    databaseLocation: database.location,
    isReady: async () => !closing && (await database.isReachable()),
    start: () => {
      emails.start();
      workers.start();
    },
    close: (server) => {
      closing = true;
      stopSocket();
      return closeShop({ server, worker: workers, emailWorker: emails, database });
    },
  };
}

function openDatabase(config: Config, migrations: string, log: Log): Promise<OpenDatabase> {
  return config.databaseUrl
    ? openPostgres(config.databaseUrl, migrations, (err) => log.warn({ err }, 'a database connection broke'))
    : openEmbedded(config.dataDir, migrations, () =>
        print('Another process is still closing this shop’s data folder. Waiting for it…'),
      );
}

/** A shop that may pretend gets the demonstration's pieces; an owner's own shop gets its words and bare shelves. */
async function seed(shop: Shop, from: string, to: UploadsStorage) {
  const { mayPretend } = shop.config;
  const what = mayPretend ? 'hanging up the demonstration catalogue' : 'writing the first words and pages';
  print(`First start: ${what} …`);
  await to.check();
  const files = await copyUploads(from, to, mayPretend);
  await inTransaction(shop, async (tx) => {
    // Of several processes that open one empty database, the first furnishes it and the others wait and find it so.
    await tx.db.execute(sql`set local lock_timeout = 0`);
    await tx.db.execute(sql`set local statement_timeout = 0`);
    await tx.db.execute(sql`select pg_advisory_xact_lock(7262)`);
    if (await isShopEmpty(tx)) await (mayPretend ? seedDemonstration(tx) : seedContent(tx));
  });
  // Nobody else tells the embedded planner what stands in its tables.
  await shop.db.execute(sql`analyze`);
  print(`Done: ${files} pictures and films are in place.`);
  if (!mayPretend)
    print('The shelves are bare: a shop in production gets no demonstration pieces or reviews.');
}

/** Tells whoever started the process. */
export function print(text: string) {
  process.stdout.write(`${text}\n`);
}
