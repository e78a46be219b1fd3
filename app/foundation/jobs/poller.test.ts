import { drizzle } from 'drizzle-orm/node-postgres';
import { beforeEach, expect, it, vi } from 'vitest';
import { shopWithFixtures } from '../../../tests/fixtures/shop.ts';
import { openLog } from '../log.server.ts';
import { createPoller, joinPollers, type Poller } from './poller.server.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => void vi.useRealTimers();
});

/** Creates a shop without a database. */
const testShop = () => shopWithFixtures(drizzle.mock(), '/nowhere');

/**
 * Creates a poller with two tasks, which run the given work. The first task adds its name to `done` after its work, and the
 * second task before its work.
 */
function openCounted({ first = async () => {}, second = async () => {}, shop = testShop() } = {}) {
  const done: string[] = [];
  const poller = createPoller(shop, [
    ['first', () => first().then(() => done.push('first'))],
    [
      'second',
      async () => {
        done.push('second');
        await second();
      },
    ],
  ]);
  return { done, poller };
}

/** Creates a poller with two tasks. The second task waits until the test calls the next function of `ends`. */
function openEndless() {
  const ends: (() => void)[] = [];
  const second = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { ends, ...openCounted({ second }) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('runs the tasks of a poller in order, and logs a task that fails', async () => {
  const lines: string[] = [];
  const log = openLog('error', { write: (line: string) => void lines.push(line) });
  const first = () => Promise.reject(new Error('away'));
  const { done, poller } = openCounted({ first, shop: { ...testShop(), log } });
  await poller.runOnce();
  expect(done).toEqual(['second']);
  expect(lines).toEqual([expect.stringMatching(/"message":"away".*"task":"first"/)]);
});

it('starts the first run only at the start of the poller, and each further run five seconds after the end of the previous run', async () => {
  const { done, poller, ends } = openEndless();
  poller.wake();
  await pass(60_000);
  expect(done).toEqual([]);
  poller.start();
  await pass(0);
  expect(done).toEqual(['first', 'second']);
  await pass(60_000);
  expect(done).toHaveLength(2);
  ends[0]?.();
  await pass(4999);
  expect(done).toHaveLength(2);
  await pass(1);
  expect(done).toHaveLength(4);
  ends[1]?.();
  await poller.stop();
});

it('starts a run at once if the poller is woken, and only one further run if it is woken twice during a run', async () => {
  const { done, poller, ends } = openEndless();
  poller.start();
  await pass(0);
  poller.wake();
  poller.wake();
  await pass(0);
  expect(done).toHaveLength(2);
  ends[0]?.();
  await pass(0);
  expect(done).toHaveLength(4);
  ends[1]?.();
  await pass(2000);
  poller.wake();
  await pass(0);
  expect(done).toHaveLength(6);
  ends[2]?.();
  await pass(4999);
  expect(done).toHaveLength(6);
  await poller.stop();
});

it('starts no run and leaves no timer after the poller is stopped', async () => {
  const { done, poller } = openCounted();
  poller.start();
  await pass(0);
  await poller.stop();
  expect(vi.getTimerCount()).toBe(0);
  poller.wake();
  poller.start();
  expect(vi.getTimerCount()).toBe(0);
  await pass(60_000);
  expect(done).toHaveLength(2);
});

it('makes `mustStop` return true in the current task when the poller is stopped, and waits for the current task only', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const done: unknown[] = [];
  const first = async (mustStop: () => boolean) => {
    done.push(mustStop());
    await end;
    done.push(mustStop());
  };
  const second = async () => void done.push('second');
  const poller = createPoller(testShop(), Object.entries({ first, second }));
  poller.start();
  await pass(0);
  const stopped = poller.stop().then(() => void done.push('stopped'));
  await pass(60_000);
  expect(done).toEqual([false]);
  resolve();
  await stopped;
  await pass(60_000);
  expect(done).toEqual([false, true, 'stopped']);
});

it('starts, wakes, runs and stops joined pollers together', async () => {
  const events: string[] = [];
  const recording = (name: string): Poller => ({
    runOnce: async () => void events.push(`${name} runs`),
    start: () => void events.push(`${name} starts`),
    wake: () => void events.push(`${name} wakes`),
    stop: async () => void events.push(`${name} stops`),
  });
  const both = joinPollers(recording('one'), recording('two'));
  both.start();
  both.wake();
  await both.runOnce();
  await both.stop();
  expect(events).toEqual(
    ['starts', 'wakes', 'runs', 'stops'].flatMap((event) => [`one ${event}`, `two ${event}`]),
  );
});
