import { asc, isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';
import { minutes } from '../clock.ts';
import { queueEmail } from '../email/email.server.ts';
import type { Shop } from '../shop.server.ts';
import { outbox } from '../tables.server.ts';
import { leaseQueue } from './lease-queue.server.ts';

const closed = new Error('closed');

const queue = leaseQueue({
  table: outbox,
  key: 'id',
  isOpen: isNull(outbox.sentAt),
  thenBy: outbox.createdAt,
  leaseMs: minutes(2),
  limit: 3,
  endsRun: (error) => error === closed,
  failure: { level: 'warn', message: 'not sent', subject: ({ id }) => ({ id }) },
});

async function add(shop: Shop, ...subjects: string[]) {
  for (const subject of subjects)
    await queueEmail(shop, { kind: 'test', to: 'asha@example.in', subject, text: '', html: '' });
}

const read = (shop: Shop) => shop.db.select().from(outbox).orderBy(asc(outbox.subject));
const sent = (shop: Shop) => ({ sentAt: shop.clock.now() });

it('handles at most `limit` rows of a lease queue per run, and takes no row after `mustStop` returns true', async ({
  shop,
}) => {
  await add(shop, 'a', 'b', 'c', 'd', 'e');
  let count = 0;
  const handle = async () => {
    count += 1;
    return sent(shop);
  };
  expect(await queue.runOnce(shop, handle, { mustStop: () => count === 1 })).toBe(1);
  expect(await queue.runOnce(shop, handle)).toBe(3);
  expect(await queue.runOnce(shop, handle)).toBe(1);
  expect(await queue.runOnce(shop, handle)).toBe(0);
  expect(count).toBe(5);
});

it('ends a run of a lease queue after an error for which `endsRun` is true, but not after other errors', async ({
  shop,
}) => {
  await add(shop, 'a', 'b');
  let tries = 0;
  const fail = (error: Error) => () => {
    tries += 1;
    return Promise.reject(error);
  };
  await queue.runOnce(shop, fail(closed));
  expect(tries).toBe(1);
  shop.clock.advance(minutes(1));
  await queue.runOnce(shop, fail(new Error('other')));
  expect(tries).toBe(3);
});

it('keeps a row as the handler has written it if the handler returns undefined', async ({ shop }) => {
  await add(shop, 'a');
  const nextTryAt = new Date(shop.clock.now().getTime() + minutes(7));
  const handle = async () => {
    await shop.db.update(outbox).set({ nextTryAt });
    return undefined;
  };
  expect(await queue.runOnce(shop, handle)).toBe(1);
  expect(await read(shop)).toMatchObject([{ nextTryAt, sentAt: null }]);
});

it('deletes a row if its handler returns `delete`', async ({ shop }) => {
  await add(shop, 'a', 'b');
  await queue.runOnce(shop, () => Promise.reject(new Error('once')));
  expect((await read(shop)).map(({ lastError }) => lastError)).toEqual(['once', 'once']);
  shop.clock.advance(minutes(1));
  await queue.runOnce(shop, async ({ subject }) => (subject === 'a' ? 'delete' : sent(shop)));
  expect(await read(shop)).toMatchObject([{ subject: 'b', lastError: null, sentAt: shop.clock.now() }]);
});
