import { expect, it } from 'vitest';
import { createSemaphore, QueueIsFull } from './semaphore.server.ts';

/** Work that runs until it is ended, and counts how many run at once. */
function workshop(inTurn: ReturnType<typeof createSemaphore>) {
  let running = 0;
  const seen: { most: number; begun: string[] } = { most: 0, begun: [] };
  return {
    seen,
    begin(name: string) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const done = inTurn(async () => {
        running += 1;
        seen.most = Math.max(seen.most, running);
        seen.begun.push(name);
        await promise.finally(() => {
          running -= 1;
        });
      });
      return { end: resolve, fail: reject, done };
    },
  };
}

/** Lets what is ready run, a step at a time. */
async function steps(count: number) {
  for (let step = 0; step < count; step++) await Promise.resolve();
}

it('nobody slips in between one who leaves and the next in the queue, at whatever step they come', async () => {
  for (let step = 0; step < 12; step++) {
    const { seen, begin } = workshop(createSemaphore(1));
    const [first, second] = [begin('first'), begin('second')];
    await steps(3);
    first.end();
    await steps(step);
    const third = begin('third');
    second.end();
    third.end();
    await Promise.all([first.done, second.done, third.done]);
    expect(seen).toEqual({ most: 1, begun: ['first', 'second', 'third'] });
  }
});

it('work that fails gives its place on', async () => {
  const { seen, begin } = workshop(createSemaphore(1));
  const [first, second] = [begin('first'), begin('second')];
  first.fail(new Error('broken'));
  await expect(first.done).rejects.toThrow('broken');
  second.end();
  await second.done;
  expect(seen.begun).toEqual(['first', 'second']);
});

it('who comes to a full queue is sent away at once, and may come again when it is shorter', async () => {
  const { begin } = workshop(createSemaphore(1, 1));
  const [first, second, third] = [begin('first'), begin('second'), begin('third')];
  await expect(third.done).rejects.toBeInstanceOf(QueueIsFull);
  first.end();
  await first.done;
  const fourth = begin('fourth');
  second.end();
  fourth.end();
  await Promise.all([second.done, fourth.done]);
});

it('as many run at once as may', async () => {
  const { seen, begin } = workshop(createSemaphore(2));
  const all = ['a', 'b', 'c', 'd'].map(begin);
  for (const { end } of all) end();
  await Promise.all(all.map(({ done }) => done));
  expect(seen.most).toBe(2);
});
