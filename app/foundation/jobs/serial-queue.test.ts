import { expect, it } from 'vitest';
import { serialQueue } from './serial-queue.ts';

it('runs functions with the same queue name one after another, in the order of the calls', async () => {
  const done: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = serialQueue('heart', async () => {
    await gate;
    done.push('first');
  });
  const second = serialQueue('heart', async () => void done.push('second'));
  await serialQueue('another', async () => void done.push('another'));
  open();
  await Promise.all([first, second]);
  expect(done).toEqual(['another', 'first', 'second']);
});

it('rejects only the call whose function fails, and runs the next function of the queue', async () => {
  const failed = serialQueue('heart', () => Promise.reject(new Error('the shop did not answer')));
  const next = serialQueue('heart', async () => 'done');
  await expect(failed).rejects.toThrow('the shop did not answer');
  expect(await next).toBe('done');
});
