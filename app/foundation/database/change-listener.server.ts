import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** The channel on which the database's triggers report changes, as soon as they are committed. */
export const changesChannel = 'shop_changes';

/** The tags of a notification: one on each line. */
export function tagsIn(payload: string | undefined): string[] {
  return payload ? payload.split('\n') : ['everything'];
}

export type ChangeListener = {
  /** The cache tags of what has changed in one commit; all of them are invalidated together. */
  onChange(tags: readonly string[]): void;
  /** Whether the listener is connected. Changes that are committed while it is not are never reported. */
  onConnection(isListening: boolean): void;
};

/** How often the connection is checked, and how long a check may take; in milliseconds. */
const rhythm = 1000;
const timeoutMs = 1000;
/** Waits between two tries to connect, in milliseconds. */
const waits = [100, 500, 2000, 5000];

/**
 * Listens on a connection of its own, and opens a new one when it breaks. A connection that is cut without notice is
 * detected within two seconds. Returns how to stop.
 */
export async function listenToPostgres(
  url: string,
  { onChange, onConnection }: ChangeListener,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let tries = 0;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    fresh.on('error', onError);
    try {
      await fresh.connect();
      fresh.on('notification', ({ payload }) => onChange(tagsIn(payload)));
      await fresh.query(`listen ${changesChannel}`);
      return fresh;
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
  }

  /** Resolves when the connection is broken. */
  async function watch(standing: pg.Client) {
    const broken = new Promise<true>((resolve) => standing.once('end', () => resolve(true)));
    while (!stopping.signal.aborted) {
      if (await Promise.race([broken, pause(rhythm)])) return;
      const answered = standing.query('select 1').then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([answered, pause(timeoutMs)]))) return;
    }
  }

  const pause = (ms: number) => wait(ms, false, { signal: stopping.signal, ref: false }).catch(() => false);

  async function goOn() {
    while (!stopping.signal.aborted) {
      try {
        client = await connect();
        tries = 0;
        onConnection(true);
        await watch(client);
      } catch (error) {
        if (error instanceof Error) onError(error);
      }
      onConnection(false);
      const cut = client;
      client = undefined;
      void cut?.end().catch(() => undefined);
      if (!stopping.signal.aborted) await pause(waits[Math.min(tries++, waits.length - 1)] ?? rhythm);
    }
  }

  const going = goOn();
  return async () => {
    stopping.abort();
    await going;
  };
}
