import type { Clock } from '../app/foundation/clock.ts';
import { readConfig } from '../app/foundation/config/config.server.ts';
import type { Database } from '../app/foundation/database/database.server.ts';
import { openLog } from '../app/foundation/log.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';

/** A clock that stands still until a test moves it. */
export type SettableClock = Clock & {
  /** Moves to `time`, such as `2026-12-01T09:00:00+05:30`. */
  set(time: string): void;
  /** Moves on by so many milliseconds. */
  advance(ms: number): void;
};

/** The shop as tests know it: the clock can be set, and effects outside the database are recorded. */
export type TestShop = Shop & {
  clock: SettableClock;
  /** How often the email worker has been woken. */
  recorded: { emailWakes: number };
};

/** When every test begins: noon in India, the day after the world's newest piece arrived. */
export const firstMoment = '2026-11-21T12:00:00+05:30';

function settableClock(): SettableClock {
  let now = new Date(firstMoment).getTime();
  return {
    now: () => new Date(now),
    set: (time) => {
      now = new Date(time).getTime();
    },
    advance: (ms) => {
      now += ms;
    },
  };
}

/** A silent shop over `db` that keeps its files in `dataDir` and calls itself http://shop.test. */
export function shopWithFixtures(db: Database, dataDir: string): TestShop {
  const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://shop.test', LOG_LEVEL: 'silent' });
  const recorded = { emailWakes: 0 };
  return {
    db,
    clock: settableClock(),
    config,
    log: openLog('silent'),
    secret: Buffer.alloc(32, 'tests'),
    afterCommit: (effect) => effect(),
    wakeEmailWorker: () => void recorded.emailWakes++,
    recorded,
  };
}
