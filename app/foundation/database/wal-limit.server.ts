import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';

/** Start parameters of PGlite that limit the write-ahead log to about three segments of 16 MB each. The default limit is 1 GB. */
export const walParams = [...PGlite.defaultStartParams, '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=48MB'];

const checkIntervalMs = 10_000;
const maxWalBytes = 8 * 1024 ** 2;

const WalPosition = z.object({ rows: z.tuple([z.object({ bytes: z.coerce.number() })]) });

/**
 * Checks the size of the embedded database's write-ahead log every `intervalMs`. Runs a checkpoint at the first check, and each
 * time the log has grown by 8 MB. The embedded database itself runs a checkpoint only when it is closed. Returns a function that
 * stops the checks.
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
    // Ignore the error here: if the database is broken, the shop's next query reports it.
    checkpointIfDue()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
