import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs a function in the context in which modules are loaded: outside of requests and transactions. */
const runWithoutContext = AsyncLocalStorage.snapshot();

/**
 * Runs `work` after `waitMs` milliseconds. The timer does not keep the process alive. Workers set all their timers here.
 *
 * `setTimeout` alone passes the async context of its caller on to `work` and to timers that `work` sets. After a wake-up
 * inside a transaction, the database guard would reject every later query of the worker.
 */
export function setBackgroundTimer(work: () => void, waitMs: number): NodeJS.Timeout {
  return runWithoutContext(() => setTimeout(work, waitMs).unref());
}
