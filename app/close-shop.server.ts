/** What has to end before the shop's process may. */
export type ClosableParts = {
  server: { close(done: () => void): unknown; closeAllConnections?(): void };
  worker: { stop(): Promise<void> };
  emailWorker: { stop(): Promise<void> };
  database: { close(): Promise<void> };
};

/** How long answers, payments and mails that are under way may take to end. One second of ten is left for the database. */
const drainMs = 9000;

/**
 * Closes the shop in order: no new visitors, then what is under way ends, or is cut off after `withinMs`, and the
 * database is closed last. The clerk, who may still write letters, goes home before the post office closes.
 */
export async function closeShop(
  { server, worker, emailWorker, database }: ClosableParts,
  withinMs = drainMs,
): Promise<void> {
  const drained = Promise.all([
    new Promise<void>((resolve) => server.close(resolve)),
    worker.stop().finally(() => emailWorker.stop()),
  ]);
  const { promise: tooLong, resolve: cutOff } = Promise.withResolvers<void>();
  const timer = setTimeout(cutOff, withinMs);
  try {
    await Promise.race([drained, tooLong]);
  } finally {
    clearTimeout(timer);
    server.closeAllConnections?.();
    await database.close();
  }
}
