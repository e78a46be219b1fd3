import { seconds } from '../clock.ts';
import type { RootShop } from '../shop.server.ts';
import { setBackgroundTimer } from './background-timer.server.ts';

/** Does its tasks again and again, one after the other. */
export type Poller = {
  /** Does each task once. */
  runOnce(): Promise<void>;
  /** Begins to run every few seconds; the timer does not keep the process alive. */
  start(): void;
  /** Runs soon. */
  wake(): void;
  /** Begins no further task, and waits for the one under way. */
  stop(): Promise<void>;
};

/** A task that takes long looks at `mustStop` between its steps. */
export type PollerTask = readonly [name: string, task: (mustStop: () => boolean) => Promise<unknown>];

/** `everyMs` is the time between two runs, in milliseconds. */
export function createPoller(shop: RootShop, tasks: readonly PollerTask[], everyMs = seconds(5)): Poller {
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<unknown> = Promise.resolve();
  let running = false;
  let woken = false;
  let stopped = false;

  /** One task that fails does not keep the others from being done. */
  async function runOnce() {
    for (const [name, task] of tasks) {
      if (stopped) return;
      await task(() => stopped).catch((error: unknown) =>
        shop.log.error({ err: error, task: name }, 'a background task failed'),
      );
    }
  }

  function plan(wait: number) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setBackgroundTimer(() => {
      running = true;
      woken = false;
      run = runOnce().finally(() => {
        running = false;
        plan(woken ? 0 : everyMs);
      });
    }, wait);
  }

  return {
    runOnce,
    start: () => plan(0),
    wake: () => {
      woken = true;
      if (timer && !running) plan(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await run;
    },
  };
}

/** Several pollers as one: none waits for the tasks of another, unless a single run is asked for. */
export function joinPollers(...all: readonly Poller[]): Poller {
  return {
    runOnce: async () => {
      for (const one of all) await one.runOnce();
    },
    start: () => {
      for (const one of all) one.start();
    },
    wake: () => {
      for (const one of all) one.wake();
    },
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}
