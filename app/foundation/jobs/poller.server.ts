import { AsyncLocalStorage } from 'node:async_hooks';
import { hours, seconds } from '../clock.ts';
import type { RootShop } from '../shop.server.ts';

/** Runs its tasks repeatedly, one after the other. */
export type Poller = {
  /** Runs each task once. Runs no task after `stop`. */
  runOnce(): Promise<void>;
  /** Starts polling. The timer does not keep the process alive. */
  start(): void;
  /** Runs the tasks at once, or after the current run. Does nothing before `start` or after `stop`. */
  wake(): void;
  /** Starts no further task, and waits until the current task has ended. */
  stop(): Promise<void>;
};

/** A task and its name in the log. A long task checks `mustStop` between its steps. */
export type PollerTask = readonly [name: string, task: (mustStop: () => boolean) => Promise<unknown>];

/** Creates a poller. `everyMs` is the delay between two runs in milliseconds. */
export function createPoller(shop: RootShop, tasks: readonly PollerTask[], everyMs = seconds(5)): Poller {
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<unknown> = Promise.resolve();
  let running = false;
  let woken = false;
  let stopped = false;

  /** Runs the tasks in order. Logs the failure of a task and continues with the next task. */
  async function runOnce() {
    for (const [name, task] of tasks) {
      if (stopped) return;
      await task(() => stopped).catch((error: unknown) =>
        shop.log.error({ err: error, task: name }, 'background task failed'),
      );
    }
  }

  function schedule(wait: number) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setBackgroundTimer(() => {
      running = true;
      woken = false;
      run = runOnce().finally(() => {
        running = false;
        schedule(woken ? 0 : everyMs);
      });
    }, wait);
  }

  return {
    runOnce,
    start: () => schedule(0),
    wake: () => {
      woken = true;
      if (timer && !running) schedule(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await run;
    },
  };
}

/** Wraps a task of a poller that needs to run only once an hour. It runs again at once while it returns a number above 0. */
export function hourly(shop: RootShop, task: () => Promise<number>): () => Promise<void> {
  let nextRun = 0;
  return async () => {
    const now = shop.clock.now().getTime();
    if (now >= nextRun && (await task()) === 0) nextRun = now + hours(1);
  };
}

/** Combines pollers. Started pollers run independently of each other; `runOnce` runs one poller after the other. */
export function joinPollers(...pollers: readonly Poller[]): Poller {
  return {
    runOnce: async () => {
      for (const poller of pollers) await poller.runOnce();
    },
    start: () => {
      for (const poller of pollers) poller.start();
    },
    wake: () => {
      for (const poller of pollers) poller.wake();
    },
    stop: async () => {
      await Promise.all(pollers.map((poller) => poller.stop()));
    },
  };
}

/** Runs a function in the async context of this module's loading, which is outside of requests and transactions. */
const runWithoutContext = AsyncLocalStorage.snapshot();

/**
 * Runs `work` after `waitMs` milliseconds outside of the caller's async context, in which the database guard would reject the
 * queries of a worker that was woken in a transaction. The timer does not keep the process alive.
 */
export function setBackgroundTimer(work: () => void, waitMs: number): NodeJS.Timeout {
  return runWithoutContext(() => setTimeout(work, waitMs).unref());
}
