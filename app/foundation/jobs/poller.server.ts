import { AsyncLocalStorage } from 'node:async_hooks';
import { hours, seconds } from '../clock.ts';
import type { RootShop } from '../shop.server.ts';

/** Runs its tasks repeatedly and in sequence. */
export type Poller = {
  /** Runs each task once. Runs no task after `stop`. */
  runOnce(): Promise<void>;
  /** Starts the repeated runs. The timer does not keep the process alive. */
  start(): void;
  /** Starts a run at once, or after the current run. Does nothing before `start` or after `stop`. */
  wake(): void;
  /** Starts no further task, and resolves when the current task has ended. */
  stop(): Promise<void>;
};

/** A task with its name in the log. A long task calls `mustStop` between its steps. */
export type PollerTask = readonly [name: string, task: (mustStop: () => boolean) => Promise<unknown>];

/** Creates a poller. `everyMs` is the delay between two runs in milliseconds. */
export function createPoller(shop: RootShop, tasks: readonly PollerTask[], everyMs = seconds(5)): Poller {
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  let isWoken = false;
  let isStopped = false;

  /** Runs the tasks in order. Logs the failure of a task and continues with the next task. */
  async function runOnce() {
    for (const [name, task] of tasks) {
      if (isStopped) return;
      await task(() => isStopped).catch((error: unknown) =>
        shop.log.error({ err: error, task: name }, 'background task failed'),
      );
    }
  }

  function schedule(wait: number) {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setBackgroundTimer(() => {
      isRunning = true;
      isWoken = false;
      run = runOnce().finally(() => {
        isRunning = false;
        schedule(isWoken ? 0 : everyMs);
      });
    }, wait);
  }

  return {
    runOnce,
    start: () => schedule(0),
    wake: () => {
      isWoken = true;
      if (timer && !isRunning) schedule(0);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await run;
    },
  };
}

/**
 * Limits a poller's task to one run per hour. If the task returns a number above 0, more work is left, and the task runs again in
 * the next run of the poller.
 */
export function hourly(shop: RootShop, task: () => Promise<number>): () => Promise<void> {
  let nextRun = 0;
  return async () => {
    const now = shop.clock.now().getTime();
    if (now >= nextRun && (await task()) === 0) nextRun = now + hours(1);
  };
}

/** Combines pollers. After `start`, the pollers run independently of each other. `runOnce` runs them in sequence. */
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

/** Runs a function in the async context in which this module was loaded. This context is outside of requests and transactions. */
const runWithoutContext = AsyncLocalStorage.snapshot();

/**
 * Runs `work` after `waitMs` milliseconds, outside the caller's async context. If a transaction wakes a worker, the worker must
 * not run in the context of the transaction, because the database guard would reject its queries. The timer does not keep the
 * process alive.
 */
export function setBackgroundTimer(work: () => void, waitMs: number): NodeJS.Timeout {
  return runWithoutContext(() => setTimeout(work, waitMs).unref());
}
