import type { Shop } from '../shop.server.ts';
import { setBackgroundTimer } from './background-timer.server.ts';

const betweenRuns = 5000;

/** Tasks that are done again and again, one after the other. */
export type Poller = {
  /** One round of all tasks. */
  goRound(): Promise<void>;
  /** Begins to go round every few seconds; the timer does not keep the process alive. */
  start(): void;
  /** Goes round soon. */
  wake(): void;
  /** Ends the rounds, and waits for the one under way. */
  stop(): Promise<void>;
};

export type PollerTask = readonly [name: string, task: () => Promise<unknown>];

export function createPoller(shop: Shop, tasks: readonly PollerTask[]): Poller {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();
  let running = false;
  let woken = false;
  let stopped = false;

  /** One task that fails does not keep the others from being done. */
  async function runOnce() {
    for (const [name, task] of tasks) {
      if (stopped) return;
      await task().catch((error: unknown) => shop.log.error({ err: error, task: name }, 'the clerk failed'));
    }
  }

  function plan(wait: number) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setBackgroundTimer(() => {
      running = true;
      woken = false;
      round = runOnce().finally(() => {
        running = false;
        plan(woken ? 0 : betweenRuns);
      });
    }, wait);
  }

  return {
    goRound: runOnce,
    start: () => plan(0),
    wake: () => {
      woken = true;
      if (timer && !running) plan(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** Several of them as one: none waits for the tasks of another, unless a single round is asked for. */
export function joinPollers(...all: readonly Poller[]): Poller {
  return {
    goRound: async () => {
      for (const one of all) await one.goRound();
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
