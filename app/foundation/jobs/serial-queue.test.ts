import { expect, it } from 'vitest';
import { serialQueue } from './serial-queue.ts';

it('work of one name is done one after the other, in the order it was asked for', async () => {
  const done: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = serialQueue('heart', async () => {
    await gate;
    done.push('first');
  });
  const second = serialQueue('heart', async () => {
    done.push('second');
  });
  await serialQueue('another', async () => {
    done.push('another');
  });
  open();
  await Promise.all([first, second]);
  expect(done).toEqual(['another', 'first', 'second']);
});

it('what fails is told to who asked for it, and the next is done all the same', async () => {
  const failed = serialQueue('heart', async () => {
    throw new Error('the shop did not answer');
  });
  const next = serialQueue('heart', async () => 'done');
  await expect(failed).rejects.toThrow('the shop did not answer');
  await expect(next).resolves.toBe('done');
});
