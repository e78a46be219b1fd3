import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';

/** How PGlite starts its engine, with a journal that keeps only what it needs: three pieces of 16 MB, not eighty. */
export const walParams = [...PGlite.defaultStartParams, '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=48MB'];

const lookEveryMs = 10_000;
const maxJournalBytes = 8 * 1024 ** 2;

const Written = z.object({ rows: z.tuple([z.object({ bytes: z.coerce.number() })]) });

/**
 * Lets the embedded engine tidy up its journal now and then. A server has a process of its own for that; the embedded engine
 * would do so when it is closed, and fill the disk until then. Answers how to stop.
 */
export function limitWal(client: Pick<PGlite, 'query'>, everyMs = lookEveryMs): () => void {
  let tidiedAt = 0;
  let isAtWork = false;

  async function tidy(): Promise<void> {
    const { rows } = Written.parse(
      await client.query(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`),
    );
    const [{ bytes }] = rows;
    if (bytes - tidiedAt < maxJournalBytes) return;
    await client.query('checkpoint');
    tidiedAt = bytes;
  }

  const timer = setInterval(() => {
    if (isAtWork) return;
    isAtWork = true;
    // What is wrong with the engine, whoever asks it next is told as well.
    tidy()
      .catch(() => undefined)
      .finally(() => {
        isAtWork = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
