import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** The channel on which the database's triggers say what has changed, as soon as it is committed. */
export const changesChannel = 'shop_changes';

/** What was said on the channel: a tag on each line. */
export function tagsIn(said: string | undefined): string[] {
  return said ? said.split('\n') : ['everything'];
}

export type ChangeListener = {
  /** The tags of what changed at once, as `shows` in shown.server.ts has them. All of them are to be dropped in one go. */
  heard(tags: readonly string[]): void;
  /** Whether changes are being heard. Whatever changed while they were not is told to nobody. */
  state(isListening: boolean): void;
};

/** How often it is asked whether the connection still stands, and how long it may take to answer; in milliseconds. */
const rhythm = 1000;
const patience = 1000;
/** Waits between two tries to connect, in milliseconds. */
const waits = [100, 500, 2000, 5000];

/**
 * Listens on a connection of its own, and takes a new one when it breaks. A connection that is cut without a word is
 * noticed within two seconds. Answers how to stop.
 */
export async function listenToPostgres(
  url: string,
  { heard, state }: ChangeListener,
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
      fresh.on('notification', ({ payload }) => heard(tagsIn(payload)));
      await fresh.query(`listen ${changesChannel}`);
      return fresh;
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
  }

  /** Resolves when the connection is of no use any more. */
  async function watch(standing: pg.Client) {
    const broken = new Promise<true>((resolve) => standing.once('end', () => resolve(true)));
    while (!stopping.signal.aborted) {
      if (await Promise.race([broken, pause(rhythm)])) return;
      const answered = standing.query('select 1').then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([answered, pause(patience)]))) return;
    }
  }

  const pause = (ms: number) => wait(ms, false, { signal: stopping.signal, ref: false }).catch(() => false);

  async function goOn() {
    while (!stopping.signal.aborted) {
      try {
        client = await connect();
        tries = 0;
        state(true);
        await watch(client);
      } catch (error) {
        if (error instanceof Error) onError(error);
      }
      state(false);
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
