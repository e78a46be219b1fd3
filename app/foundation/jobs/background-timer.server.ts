import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs a function in the async context of this module's loading, which is outside of requests and transactions. */
const runWithoutContext = AsyncLocalStorage.snapshot();

/**
 * Runs `work` after `waitMs` milliseconds. The timer does not keep the process alive. Pollers schedule their runs with it.
 *
 * `setTimeout` alone would pass its caller's async context to `work` and to timers that `work` sets. If a transaction woke
 * the worker, the database guard would then reject every later query of the worker.
 */
export function setBackgroundTimer(work: () => void, waitMs: number): NodeJS.Timeout {
  return runWithoutContext(() => setTimeout(work, waitMs).unref());
}
