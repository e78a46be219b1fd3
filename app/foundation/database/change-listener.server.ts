import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Name of the PostgreSQL notification channel for committed changes. */
export const changesChannel = 'shop_changes';

/** Returns the tags in the payload of a notification, which has one tag per line. An empty payload means `everything`. */
export function tagsIn(payload: string | undefined): string[] {
  return payload ? payload.split('\n') : ['everything'];
}

export type ChangeListener = {
  /** Receives the cache tags of one notification, and must invalidate all of them together. */
  onChange(tags: readonly string[]): void;
  /** Called when the listener connects or disconnects. Changes during a disconnection are never reported. */
  onConnection(isListening: boolean): void;
};

/** Interval and timeout of the connection checks, in milliseconds. */
const checkIntervalMs = 1000;
const timeoutMs = 1000;
/** Delays before each try to reconnect, in milliseconds. The last delay is repeated. */
const retryDelaysMs = [100, 500, 2000, 5000];

/**
 * Listens for changes on a separate connection. Detects a lost connection within two seconds and reconnects. Returns a function
 * that stops listening.
 */
export async function listenToPostgres(
  url: string,
  { onChange, onConnection }: ChangeListener,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let tries = 0;

  /** Resolves when the connection is lost or the caller stops listening. */
  async function watch(connected: pg.Client) {
    const broken = new Promise<true>((resolve) => connected.once('end', () => resolve(true)));
    while (!stopping.signal.aborted) {
      if (await Promise.race([broken, pause(checkIntervalMs)])) return;
      const answered = connected.query('select 1').then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([answered, pause(timeoutMs)]))) return;
    }
  }

  const pause = (ms: number) => wait(ms, false, { signal: stopping.signal, ref: false }).catch(() => false);

  async function run() {
    while (!stopping.signal.aborted) {
      try {
        client = await connect(url, onChange, onError);
        tries = 0;
        onConnection(true);
        await watch(client);
      } catch (error) {
        if (error instanceof Error) onError(error);
      }
      onConnection(false);
      const lost = client;
      client = undefined;
      void lost?.end().catch(() => undefined);
      if (!stopping.signal.aborted)
        await pause(retryDelaysMs[Math.min(tries++, retryDelaysMs.length - 1)] ?? checkIntervalMs);
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Opens a connection that calls `onChange` with the tags of each notification. */
async function connect(
  url: string,
  onChange: ChangeListener['onChange'],
  onError: (error: Error) => void,
): Promise<pg.Client> {
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
