import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it as base } from '../../tests/fixtures/world.ts';
import { queueEmail } from './email/email.server.ts';
import { createEmailWorker } from './email/email-worker.server.ts';
import { createPoller } from './jobs/poller.server.ts';
import { openLog } from './log.server.ts';
import { inTransaction, type Shop, type Tx } from './shop.server.ts';
import { outbox } from './tables.server.ts';

const email = {
  kind: 'test',
  to: 'asha@example.in',
  subject: 'Namaste',
  text: 'Hello',
  html: '<p>Hello</p>',
};
const failure = new Error('rolled back by the test');

/** Returns functions that record the order in which effects run, and the lines of the log. */
function recorder() {
  const ran: string[] = [];
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(line) });
  return { ran, lines, log, note: (name: string) => () => void ran.push(name) };
}

const it = base.extend('record', () => recorder());

/** Runs `work` in a transaction that is then rolled back. */
async function rolledBack(shop: Shop, work: (tx: Tx) => Promise<unknown>) {
  const transaction = inTransaction(shop, async (tx) => {
    await work(tx);
    throw failure;
  });
  await expect(transaction).rejects.toBe(failure);
}

describe('an effect that is registered in a transaction', () => {
  it('runs after the commit and can read the written rows', async ({ ownShop }) => {
    const { promise: rows, resolve } = Promise.withResolvers<unknown>();
    await inTransaction(ownShop, async (tx) => {
      tx.afterCommit(() => resolve(ownShop.db.select({ to: outbox.to }).from(outbox)));
      await queueEmail(tx, email);
    });
    expect(await rows).toEqual([{ to: email.to }]);
  });

  it('does not run an effect if the transaction is rolled back', async ({ shop, record }) => {
    await rolledBack(shop, async (tx) => {
      tx.afterCommit(record.note('effect'));
      tx.wakeEmailWorker();
    });
    expect(record.ran).toEqual([]);
    expect(shop.recorded.emailWakes).toBe(0);
  });

  it('does not run an effect if the commit fails', async ({ ownShop, record }) => {
    // PostgreSQL checks a deferred constraint only at the commit. The commit then fails.
    await ownShop.db.execute(sql`create table late (id int unique deferrable initially deferred)`);
    const transaction = inTransaction(ownShop, async (tx) => {
      tx.afterCommit(record.note('effect'));
      await tx.db.execute(sql`insert into late values (1), (1)`);
    });
    await expect(transaction).rejects.toThrow();
    expect(record.ran).toEqual([]);
  });

  it('logs an effect that throws, and then runs the next effect', async ({ shop, record }) => {
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
});

describe('an effect that is registered in a nested transaction', () => {
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

  it('drops the effects of a nested transaction that is rolled back', async ({ shop, record }) => {
    await inTransaction(shop, async (outer) => {
      outer.afterCommit(record.note('outer'));
      await rolledBack(outer, async (inner) => {
        inner.afterCommit(record.note('inner'));
        inner.wakeEmailWorker();
      });
    });
    expect(record.ran).toEqual(['outer']);
    expect(shop.recorded.emailWakes).toBe(0);
  });

  it('drops effects of a nested transaction if the outer one is rolled back', async ({ shop, record }) => {
    await rolledBack(shop, (outer) =>
      inTransaction(outer, async (inner) => {
        inner.afterCommit(record.note('inner'));
        inner.wakeEmailWorker();
      }),
    );
    expect(record.ran).toEqual([]);
    expect(shop.recorded.emailWakes).toBe(0);
  });
});

it('runs an effect at once if the effect is registered outside a transaction', ({ shop, record }) => {
  shop.afterCommit(record.note('effect'));
  expect(record.ran).toEqual(['effect']);
});

describe('a worker that is started or woken in a transaction', () => {
  /** Creates an email worker with one queued email, and a poller that reads from the database. */
  async function workersOf(ownShop: TestShop, { log, note }: ReturnType<typeof recorder>) {
    const shop = { ...ownShop, log };
    await queueEmail(shop, email);
    const emails = createEmailWorker({ shop, send: async () => note('sent')() });
    const poller = createPoller(shop, [['read', () => shop.db.select().from(outbox).then(note('read'))]]);
    const stop = () => Promise.all([emails.stop(), poller.stop()]);
    return { emails, poller, stop };
  }

  const countDistinct = (ran: readonly string[]) => new Set(ran).size;

  it('runs a worker outside the transaction in which the worker is started', async ({ ownShop, record }) => {
    const { emails, poller, stop } = await workersOf(ownShop, record);
    await inTransaction(ownShop, async () => {
      emails.start();
      poller.start();
    });
    await expect.poll(() => [countDistinct(record.ran), record.lines]).toEqual([2, []]);
    await stop();
  });

  it('runs a worker outside the transaction in which the worker is woken', async ({ ownShop, record }) => {
    const { emails, poller, stop } = await workersOf(ownShop, record);
    emails.start();
    poller.start();
    await expect.poll(() => countDistinct(record.ran)).toBe(2);
    await ownShop.db.update(outbox).set({ sentAt: null, nextTryAt: ownShop.clock.now() });
    record.ran.length = 0;
    await inTransaction(ownShop, async () => {
      emails.wake();
      poller.wake();
    });
    await expect.poll(() => [countDistinct(record.ran), record.lines]).toEqual([2, []]);
    await stop();
  });
});
