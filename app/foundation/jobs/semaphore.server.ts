/** Thrown if the queue of a semaphore is full. The work was not started. */
export class QueueIsFull extends Error {
  override readonly name = 'QueueIsFull';
}

/** Creates a semaphore, which runs functions in order. @throws QueueIsFull if `maxWaiting` functions are queued */
export function createSemaphore(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function acquire(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw new QueueIsFull('semaphore queue is full');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Passes the slot to the first waiter without freeing the slot, so that a later caller cannot overtake the queue. */
  function release() {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
}
