import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';

/** Start parameters of PGlite that limit the write-ahead log to three segments of 16 MB instead of eighty segments. */
export const walParams = [...PGlite.defaultStartParams, '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=48MB'];

const checkIntervalMs = 10_000;
const maxWalBytes = 8 * 1024 ** 2;

const WalPosition = z.object({ rows: z.tuple([z.object({ bytes: z.coerce.number() })]) });

/**
 * Runs a checkpoint of the embedded database after every 8 MB of write-ahead log. A PostgreSQL server has a background
 * process for checkpoints. The embedded database itself runs a checkpoint only on close, so the log would grow until
 * then. Returns a function that stops the checkpoints.
 */
export function limitWal(client: Pick<PGlite, 'query'>, intervalMs = checkIntervalMs): () => void {
  let checkpointAt = 0;
  let isRunning = false;

  async function checkpointIfDue(): Promise<void> {
    const { rows } = WalPosition.parse(
      await client.query(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`),
    );
    const [{ bytes }] = rows;
    if (bytes - checkpointAt < maxWalBytes) return;
    await client.query('checkpoint');
    checkpointAt = bytes;
  }

  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    // Ignore errors here, because the next query reports the same error.
    checkpointIfDue()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
