/** Parts that must stop before the process exits. */
export type ClosableParts = {
  server: { close(done: () => void): unknown; closeAllConnections?(): void };
  worker: { stop(): Promise<void> };
  emailWorker: { stop(): Promise<void> };
  database: { close(): Promise<void> };
};

/**
 * Time for requests, payments and emails in progress to finish, in milliseconds. {@link closeShop} should end within ten
 * seconds, so one second remains for the database.
 */
const drainMs = 9000;

/**
 * Stops accepting requests, waits up to `withinMs` for work in progress, closes the remaining connections and then the
 * database. The worker stops before the email worker, because the worker may still queue emails. If stopping a
 * worker fails, stops waiting, closes connections and database, and then rejects with the error.
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
