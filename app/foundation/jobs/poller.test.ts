import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shopWithFixtures } from '../../../tests/fixtures/shop.ts';
import { openLog } from '../log.server.ts';
import { createPoller, joinPollers, type Poller } from './poller.server.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Nothing here reads a row. */
const testShop = () => shopWithFixtures(drizzle.mock(), '/nowhere');

/** Rounds of two tasks, and what was done. */
function openCounted(second: () => Promise<unknown> = async () => undefined) {
  const done: string[] = [];
  const rounds = createPoller(testShop(), [
    ['first', async () => void done.push('first')],
    [
      'second',
      () => {
        done.push('second');
        return second();
      },
    ],
  ]);
  return { done, rounds };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a round', () => {
  it('does each task, one after the other, also when one fails, which the log tells', async () => {
    const done: string[] = [];
    const lines: string[] = [];
    const log = openLog('error', { write: (line: string) => void lines.push(line) });
    const rounds = createPoller({ ...testShop(), log }, [
      [
        'first',
        async () => {
          await Promise.resolve();
          done.push('first');
          throw new Error('away');
        },
      ],
      ['second', async () => void done.push('second')],
    ]);
    await rounds.runOnce();
    expect(done).toEqual(['first', 'second']);
    expect(lines).toEqual([expect.stringMatching(/"message":"away".*"task":"first"/)]);
  });

  it('comes at once after the start, and then five seconds after the last one has ended', async () => {
    const ends: (() => void)[] = [];
    const { done, rounds } = openCounted(() => new Promise<void>((resolve) => void ends.push(resolve)));
    await pass(60_000);
    expect(done).toEqual([]);
    rounds.start();
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
    await rounds.stop();
  });
});

describe('waking', () => {
  it('brings the next round at once, and the one after it five seconds later', async () => {
    const { done, rounds } = openCounted();
    rounds.start();
    await pass(2000);
    rounds.wake();
    await pass(0);
    expect(done).toHaveLength(4);
    await pass(4999);
    expect(done).toHaveLength(4);
    await pass(1);
    expect(done).toHaveLength(6);
    await rounds.stop();
  });

  it('during a round brings one more right after it, not beside it', async () => {
    const ends: (() => void)[] = [];
    const { done, rounds } = openCounted(() => new Promise<void>((resolve) => void ends.push(resolve)));
    rounds.start();
    await pass(0);
    rounds.wake();
    rounds.wake();
    await pass(0);
    expect(done).toHaveLength(2);
    ends[0]?.();
    await pass(0);
    expect(done).toHaveLength(4);
    ends[1]?.();
    await pass(4999);
    expect(done).toHaveLength(4);
    await rounds.stop();
  });

  it('before the start does nothing', async () => {
    const { done, rounds } = openCounted();
    rounds.wake();
    await pass(60_000);
    expect(done).toEqual([]);
  });
});

describe('stopping', () => {
  it('ends the rounds, and leaves no timer', async () => {
    const { done, rounds } = openCounted();
    rounds.start();
    await pass(0);
    await rounds.stop();
    expect(vi.getTimerCount()).toBe(0);
    rounds.wake();
    rounds.start();
    expect(vi.getTimerCount()).toBe(0);
    await pass(60_000);
    expect(done).toHaveLength(2);
  });

  it('waits for the round under way, and leaves its other tasks out', async () => {
    const done: string[] = [];
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const rounds = createPoller(testShop(), [
      [
        'first',
        async () => {
          await end;
          done.push('first');
        },
      ],
      ['second', async () => void done.push('second')],
    ]);
    rounds.start();
    await pass(0);
    const stopped = rounds.stop().then(() => void done.push('stopped'));
    await pass(60_000);
    expect(done).toEqual([]);
    resolve();
    await stopped;
    await pass(60_000);
    expect(done).toEqual(['first', 'stopped']);
  });
});

it('a task under way learns that it must stop', async () => {
  const told: boolean[] = [];
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const rounds = createPoller(testShop(), [
    [
      'long',
      async (mustStop) => {
        told.push(mustStop());
        await asked;
        told.push(mustStop());
      },
    ],
  ]);
  rounds.start();
  await pass(0);
  const stopped = rounds.stop();
  ask();
  await stopped;
  expect(told).toEqual([false, true]);
});

it('several rounds are started, woken, gone and stopped as one', async () => {
  const calls: string[] = [];
  const called = (name: string): Poller => ({
    runOnce: async () => void calls.push(`${name} goes`),
    start: () => void calls.push(`${name} starts`),
    wake: () => void calls.push(`${name} wakes`),
    stop: async () => void calls.push(`${name} stops`),
  });
  const both = joinPollers(called('one'), called('two'));
  both.start();
  both.wake();
  await both.runOnce();
  await both.stop();
  expect(calls).toEqual(
    ['starts', 'wakes', 'goes', 'stops'].flatMap((call) => [`one ${call}`, `two ${call}`]),
  );
});
