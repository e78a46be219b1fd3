import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs a function in the async context of this module's loading, which is outside of requests and transactions. */
const runWithoutContext = AsyncLocalStorage.snapshot();

/**
 * Runs `work` after `waitMs` milliseconds. The timer does not keep the process alive. Pollers schedule their runs with this
 * function.
 *
 * `setTimeout` alone would pass its caller's async context to `work` and to timers that `work` sets. If a worker were woken
 * in a transaction, the database guard would then reject every later query of this worker.
 */
export function setBackgroundTimer(work: () => void, waitMs: number): NodeJS.Timeout {
  return runWithoutContext(() => setTimeout(work, waitMs).unref());
}
