/** Says that as many are waiting as may wait: nothing was begun. */
export class QueueIsFull extends Error {
  override readonly name = 'QueueIsFull';
}

/**
 * Lets at most `abreast` pieces of work run at once; the others wait their turn, first come first served. When
 * `maxWaiting` wait already, the next one rejects with {@link QueueIsFull} at once.
 */
export function createSemaphore(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function acquire(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw new QueueIsFull('Too many are waiting for their turn.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The place goes to the next in the queue without becoming free: nobody who comes meanwhile can slip in. */
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
