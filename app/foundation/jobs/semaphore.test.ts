import { expect, it } from 'vitest';
import { createSemaphore, QueueIsFull } from './semaphore.server.ts';

/**
 * Returns a function `start`, which starts work that runs until the test ends it. Also returns the names of the started work and
 * the maximum concurrency.
 */
function startWork(run: ReturnType<typeof createSemaphore>) {
  let running = 0;
  const seen: { max: number; started: string[] } = { max: 0, started: [] };
  return {
    seen,
    start(name: string) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const done = run(async () => {
        running += 1;
        seen.max = Math.max(seen.max, running);
        seen.started.push(name);
        await promise.finally(() => {
          running -= 1;
        });
      });
      return { end: resolve, fail: reject, done };
    },
  };
}

/** Waits for `count` microtasks. */
async function steps(count: number) {
  for (let step = 0; step < count; step++) await Promise.resolve();
}

it('gives a released slot to the first waiting function, not to a function that is called later', async () => {
  for (let step = 0; step < 12; step++) {
    const { seen, start } = startWork(createSemaphore(1));
    const [first, second] = [start('first'), start('second')];
    await steps(3);
    first.end();
    await steps(step);
    const third = start('third');
    second.end();
    third.end();
    await Promise.all([first.done, second.done, third.done]);
    expect(seen).toEqual({ max: 1, started: ['first', 'second', 'third'] });
  }
});

it('rejects a function at once while the queue is full, and accepts another function when the queue has space', async () => {
  const { start } = startWork(createSemaphore(1, 1));
  const [first, second, third] = [start('first'), start('second'), start('third')];
  await expect(third.done).rejects.toBeInstanceOf(QueueIsFull);
  first.end();
  await first.done;
  const fourth = start('fourth');
  second.end();
  fourth.end();
  await Promise.all([second.done, fourth.done]);
});

it('runs as many functions concurrently as the semaphore has slots, and releases the slot of a function that fails', async () => {
  const { seen, start } = startWork(createSemaphore(2));
  const [first, ...others] = ['a', 'b', 'c', 'd'].map(start);
  first?.fail(new Error('broken'));
  await expect(first?.done).rejects.toThrow('broken');
  for (const { end } of others) end();
  await Promise.all(others.map(({ done }) => done));
  expect(seen).toEqual({ max: 2, started: ['a', 'b', 'c', 'd'] });
});
