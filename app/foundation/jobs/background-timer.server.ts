import { AsyncLocalStorage } from 'node:async_hooks';

/** The context in which the modules are loaded: outside every request and every transaction. */
const inNoContext = AsyncLocalStorage.snapshot();

/**
 * Does `work` after `waitMs` milliseconds; the timer does not keep the process alive. Every timer of a worker is set here.
 *
 * `setTimeout` alone hands the context of its caller on to `work`, and to each timer that `work` sets. A worker that is
 * woken inside a transaction would take itself to be inside it for ever, and the database guard would refuse its queries.
 */
export function setBackgroundTimer(work: () => void, waitMs: number): NodeJS.Timeout {
  return inNoContext(() => setTimeout(work, waitMs).unref());
}
