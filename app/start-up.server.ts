import path from 'node:path';
import { sql } from 'drizzle-orm';
import { createPretendServices } from '../sandbox/sandbox.server.ts';
import { copyUploads, isShopEmpty, seedContent, seedDemonstration } from '../seeds/seed.server.ts';
import { createImportWorker } from './admin/import-export/import-worker.server.ts';
import { createFirstOwner, listEnabledStaff } from './admin/sign-in/staff.server.ts';
import { createServices } from './checkout/checkout-services.server.ts';
import { createReadCache, type ReadCache } from './foundation/cache/read-cache.server.ts';
import { createResponseCache, type ResponseCache } from './foundation/cache/response-cache.server.ts';
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
import { noteBackup } from './notifications/last-backup.server.ts';
import { createNotificationWorker } from './notifications/notification-worker.server.ts';
import { runOwnerChange } from './operations/change-owner.server.ts';
import { assertNotHalfRestored } from './operations/restore-rows.server.ts';
import { serveShopSocket } from './operations/shop-socket.server.ts';
import { renderInvoiceOf } from './orders/invoices/invoice-file.server.ts';
import { createImageWorker } from './prepare-images.server.ts';

/**
 * Creates the shop without listening: reads the settings, opens and migrates the database, and seeds an empty database. Rejects
 * with an error that says what to change. `root` is the project's folder. Tests pass `log` and a poll interval.
 */
export async function createShop(
  environment: NodeJS.ProcessEnv,
  root: string,
  { log: customLog, emailIntervalMs }: { log?: Log; emailIntervalMs?: number } = {},
) {
  const config = readConfig(environment);
  const log = customLog ?? openLog(config.logLevel);
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
  const uploads = uploadsOf(shop);
  if (await isShopEmpty(shop)) await seed(shop, path.join(root, 'seeds', 'uploads'), uploads);
  // A seeded shop starts even if the uploads storage is unreachable. In this case, only images are missing.
  void uploads.check().catch((error: Error) => log.error({ err: error }, error.message));
  await createFirstOwner(shop);
  const emails = createEmailWorker({ shop, render: renderInvoiceOf, everyMs: emailIntervalMs });
  emailWorker = emails;
  const services = createServices(shop, createPretendServices(shop));
  // Notifications, imports and images have separate pollers, so that they do not delay payments.
  const workers = joinPollers(
    services.worker,
    createNotificationWorker(shop, listEnabledStaff),
    createImportWorker(shop),
    createImageWorker(shop),
  );
  const cachedResponses = createResponseCache();
  await invalidateOnChange(database, readCache, cachedResponses);
  const stopSocket = openSocket(shop, database);
  let isClosing = false;
  return {
    shop,
    services,
    cachedResponses,
    /** Location of the database, as printed after the start. */
    databaseLocation: database.location,
    /** Returns false while the shop is closing or its database is unavailable. */
    isReady: async () => !isClosing && (await database.isReachable()),
    start: () => {
      emails.start();
      workers.start();
    },
    /** Closes the shop with {@link closeShop}. Afterwards, `isReady` returns false. */
    close: (server: ClosableParts['server']) => {
      isClosing = true;
      stopSocket();
      return closeShop({ server, worker: workers, emailWorker: emails, database });
    },
  };
}

async function openDatabase(config: Config, migrations: string, log: Log): Promise<OpenDatabase> {
  assertNotHalfRestored(config.dataDir);
  await assertDiskSpace(config);
  return config.databaseUrl
    ? openPostgres(config.databaseUrl, migrations, (err) => log.warn({ err }, 'database connection lost'))
    : openEmbedded(config.dataDir, migrations, () =>
        print('Another process is still closing this shop’s data folder. Waiting for it…'),
      );
}

/**
 * Subscribes the read cache and the response cache to change notifications. While the change listener is disconnected, nothing is
 * cached.
 */
function invalidateOnChange(database: OpenDatabase, readCache: ReadCache, cachedResponses: ResponseCache) {
  return database.listen({
    // Invalidate the read cache first, because responses are rendered from its data.
    onChange: (tags) => {
      for (const tag of tags) readCache.invalidate(tag);
      for (const tag of tags) cachedResponses.invalidate(tag);
    },
    onConnection: (isConnected) => {
      readCache.setConnected(isConnected);
      cachedResponses.setConnected(isConnected);
    },
  });
}

/** Lets the commands of the operator use the embedded database of this process. Returns the function that ends this. */
function openSocket(shop: Shop, { copyTo }: OpenDatabase): () => void {
  if (!copyTo) return () => undefined;
  const owner = (args: readonly string[]) => runOwnerChange(shop, args);
  return serveShopSocket(
    shop.config.dataDir,
    { copy: copyTo, owner, noteBackup: (note) => noteBackup(shop, note) },
    shop.log,
  );
}

/** Seeds an empty database. If `mayPretend` is true, also inserts demo products, customers and orders. */
async function seed(shop: Shop, from: string, to: UploadsStorage) {
  const { mayPretend } = shop.config;
  print(mayPretend ? 'Loading the demo catalogue…' : 'Creating the shop, without demo products or reviews…');
  await to.check();
  await copyUploads(from, to, mayPretend);
  await inTransaction(shop, async (tx) => {
    // If several processes start with the same empty database, the first process takes this lock and seeds. The other processes
    // wait for the lock.
    await tx.db.execute(sql`set local lock_timeout = 0`);
    await tx.db.execute(sql`set local statement_timeout = 0`);
    await tx.db.execute(sql`select pg_advisory_xact_lock(7262)`);
    if (await isShopEmpty(tx)) await (mayPretend ? seedDemonstration(tx) : seedContent(tx));
  });
  // The embedded database does not run autovacuum, so collect the planner statistics here.
  await shop.db.execute(sql`analyze`);
}

export function print(text: string) {
  process.stdout.write(`${text}\n`);
}

/** Parts of the shop that must stop before the process exits. */
type ClosableParts = {
  server: { close(done: () => void): unknown; closeAllConnections?(): void };
  worker: { stop(): Promise<void> };
  emailWorker: { stop(): Promise<void> };
  database: { close(): Promise<void> };
};

/**
 * Time in milliseconds in which work in progress may finish. Process managers usually kill a process after ten seconds, so one
 * second remains for closing the database.
 */
const drainMs = 9000;

/**
 * Stops accepting requests, and waits up to `withinMs` for work in progress. Then closes connections and the database, even if
 * stopping a worker fails. The worker stops before the email worker, because the worker may still queue emails.
 */
export async function closeShop(
  { server, worker, emailWorker, database }: ClosableParts,
  withinMs = drainMs,
): Promise<void> {
  const drained = Promise.all([
    new Promise<void>((resolve) => server.close(resolve)),
    worker.stop().finally(() => emailWorker.stop()),
  ]);
  const { promise: timeout, resolve: cutOff } = Promise.withResolvers<void>();
  const timer = setTimeout(cutOff, withinMs);
  try {
    await Promise.race([drained, timeout]);
  } finally {
    clearTimeout(timer);
    server.closeAllConnections?.();
    await database.close();
  }
}
