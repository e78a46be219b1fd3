import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { it as base } from '../../tests/fixtures/world.ts';
import { queueEmail } from './email/email.server.ts';
import { createEmailWorker } from './email/email-worker.server.ts';
import { createPoller } from './jobs/poller.server.ts';
import { openLog } from './log.server.ts';
import { inTransaction, type Shop, type Tx } from './shop.server.ts';
import { outbox } from './tables.server.ts';

const email = { kind: 'test', to: 'asha@example.in', subject: 'Namaste', text: 'Hello', html: '' };
const failure = new Error('rolled back by the test');

/** `record` records the order in which effects run, and the lines of the log. */
const it = base.extend('record', () => {
  const ran: string[] = [];
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(line) });
  return { ran, lines, log, note: (name: string) => () => void ran.push(name) };
});

/** Runs `work` in a transaction that is then rolled back. */
async function rolledBack(shop: Shop, work: (tx: Tx) => Promise<unknown>) {
  const transaction = inTransaction(shop, async (tx) => {
    await work(tx);
    throw failure;
  });
  await expect(transaction).rejects.toBe(failure);
}

it('runs an effect only after its transaction is committed, so that the effect can read the written rows', async ({
  ownShop,
}) => {
  const { promise: rows, resolve } = Promise.withResolvers<unknown>();
  await inTransaction(ownShop, async (tx) => {
    tx.afterCommit(() => resolve(ownShop.db.select({ to: outbox.to }).from(outbox)));
    await queueEmail(tx, email);
  });
  expect(await rows).toEqual([{ to: email.to }]);
});

it('runs no effect of a transaction whose commit fails', async ({ ownShop, record }) => {
  // PostgreSQL checks a deferred constraint only at the commit. The commit then fails.
  await ownShop.db.execute(sql`create table late (id int unique deferrable initially deferred)`);
  const transaction = inTransaction(ownShop, async (tx) => {
    tx.afterCommit(record.note('effect'));
    await tx.db.execute(sql`insert into late values (1), (1)`);
  });
  await expect(transaction).rejects.toThrow();
  expect(record.ran).toEqual([]);
});

it('logs the error of an effect, and then runs the next effect', async ({ shop, record }) => {
  await inTransaction({ ...shop, log: record.log }, async (tx) => {
    tx.afterCommit(() => {
      throw new Error('worker unavailable');
    });
    tx.afterCommit(record.note('next'));
    await queueEmail(tx, email);
  });
  expect(record.ran).toEqual(['next']);
  expect(record.lines).toEqual([expect.stringMatching(/"level":50.*worker unavailable.*after-commit/)]);
  expect(await shop.db.select({ to: outbox.to }).from(outbox)).toEqual([{ to: email.to }]);
});

it('runs the effects of nested transactions in order, after the outer commit', async ({ shop, record }) => {
  await inTransaction(shop, async (outer) => {
    outer.afterCommit(record.note('before'));
    await inTransaction(outer, async (middle) => {
      await inTransaction(middle, async (inner) => {
        inner.afterCommit(record.note('inner'));
        inner.wakeEmailWorker();
      });
    });
    outer.afterCommit(record.note('after'));
    expect([record.ran, shop.recorded.emailWakes]).toEqual([[], 0]);
  });
  expect(record.ran).toEqual(['before', 'inner', 'after']);
  expect(shop.recorded.emailWakes).toBe(1);
});

it('runs no effect of a nested transaction if it or the outer transaction is rolled back', async ({
  shop,
  record,
}) => {
  const effects = async (tx: Tx) => {
    tx.afterCommit(record.note('inner'));
    tx.wakeEmailWorker();
  };
  await rolledBack(shop, (outer) => inTransaction(outer, effects));
  expect(record.ran).toEqual([]);
  await inTransaction(shop, async (outer) => {
    outer.afterCommit(record.note('outer'));
    await rolledBack(outer, effects);
  });
  expect(record.ran).toEqual(['outer']);
  expect(shop.recorded.emailWakes).toBe(0);
});

it('runs workers outside the transaction in which they are started or woken', async ({ ownShop, record }) => {
  const shop = { ...ownShop, log: record.log };
  await queueEmail(shop, email);
  const emails = createEmailWorker({ shop, send: async () => record.note('sent')() });
  const poller = createPoller(shop, [
    ['read', () => shop.db.select().from(outbox).then(record.note('read'))],
  ]);
  const bothRan = () => expect.poll(() => [new Set(record.ran).size, record.lines]).toEqual([2, []]);
  await inTransaction(ownShop, async () => {
    emails.start();
    poller.start();
  });
  await bothRan();
  await ownShop.db.update(outbox).set({ sentAt: null, nextTryAt: ownShop.clock.now() });
  record.ran.length = 0;
  await inTransaction(ownShop, async () => {
    emails.wake();
    poller.wake();
  });
  await bothRan();
  await Promise.all([emails.stop(), poller.stop()]);
});
