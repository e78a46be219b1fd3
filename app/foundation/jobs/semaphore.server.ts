/** Thrown if the queue of a semaphore is full. The work was not started. */
export class QueueIsFull extends Error {
  override readonly name = 'QueueIsFull';
}

/**
 * Creates a semaphore: a function that runs at most `concurrency` functions at the same time, in the order of the calls. The
 * others wait. The semaphore rejects with {@link QueueIsFull} if `maxWaiting` functions already wait.
 */
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

  /**
   * Gives the slot to the first waiting function without freeing the slot. A later caller therefore cannot overtake the queue.
   */
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
