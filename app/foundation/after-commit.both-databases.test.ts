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

/** Records the names of effects in the order in which the effects run, and the log lines. */
function recorder() {
  const ran: string[] = [];
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(line) });
  return { ran, lines, log, note: (name: string) => () => void ran.push(name) };
}

const it = base.extend('record', () => recorder());

/** Runs `work` in a transaction, and rolls the transaction back. */
async function rolledBack(shop: Shop, work: (tx: Tx) => Promise<unknown>) {
  const transaction = inTransaction(shop, async (tx) => {
    await work(tx);
    throw failure;
  });
  await expect(transaction).rejects.toBe(failure);
}

describe('an effect registered in a transaction', () => {
  it('runs an effect after the commit, so that the effect reads the written rows', async ({ ownShop }) => {
    const { promise: rows, resolve } = Promise.withResolvers<unknown>();
    await inTransaction(ownShop, async (tx) => {
      tx.afterCommit(() => resolve(ownShop.db.select({ to: outbox.to }).from(outbox)));
      await queueEmail(tx, email);
    });
    expect(await rows).toEqual([{ to: email.to }]);
  });

  it('runs no effect after a rollback', async ({ shop, record }) => {
    await rolledBack(shop, async (tx) => {
      tx.afterCommit(record.note('effect'));
      tx.wakeEmailWorker();
    });
    expect(record.ran).toEqual([]);
    expect(shop.recorded.emailWakes).toBe(0);
  });

  it('runs no effect when the commit fails', async ({ ownShop, record }) => {
    // The database checks a deferred constraint at the commit.
    await ownShop.db.execute(sql`create table late (id int unique deferrable initially deferred)`);
    const transaction = inTransaction(ownShop, async (tx) => {
      tx.afterCommit(record.note('effect'));
      await tx.db.execute(sql`insert into late values (1), (1)`);
    });
    await expect(transaction).rejects.toThrow();
    expect(record.ran).toEqual([]);
  });

  it('logs an effect that throws, keeps the commit and runs the next effect', async ({ shop, record }) => {
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

describe('an effect registered in a nested transaction', () => {
  it('runs the effects of nested transactions after the outer commit, in order', async ({ shop, record }) => {
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

  it('drops the effects of a nested transaction when the outer is rolled back', async ({ shop, record }) => {
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

it('runs an effect at once if it is registered outside of a transaction', ({ shop, record }) => {
  shop.afterCommit(record.note('effect'));
  expect(record.ran).toEqual(['effect']);
});

describe('a worker started or woken in a transaction', () => {
  /** Creates an email worker with one email to send, and a poller that reads from the database. */
  async function workersOf(ownShop: TestShop, { log, note }: ReturnType<typeof recorder>) {
    const shop = { ...ownShop, log };
    await queueEmail(shop, email);
    const emails = createEmailWorker({ shop, send: async () => note('sent')() });
    const poller = createPoller(shop, [['read', () => shop.db.select().from(outbox).then(note('read'))]]);
    const stop = () => Promise.all([emails.stop(), poller.stop()]);
    return { emails, poller, stop };
  }

  const countDistinct = (ran: readonly string[]) => new Set(ran).size;

  it('runs a worker outside of the transaction in which it is started', async ({ ownShop, record }) => {
    const { emails, poller, stop } = await workersOf(ownShop, record);
    await inTransaction(ownShop, async () => {
      emails.start();
      poller.start();
    });
    await expect.poll(() => [countDistinct(record.ran), record.lines]).toEqual([2, []]);
    await stop();
  });

  it('runs a worker outside of the transaction in which the worker is woken', async ({ ownShop, record }) => {
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
