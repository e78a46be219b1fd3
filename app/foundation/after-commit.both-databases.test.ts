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

const mail = { kind: 'test', to: 'asha@example.in', subject: 'Namaste', text: 'Hello', html: '<p>Hello</p>' };
const failure = new Error('rolled back by the test');

/** What ran, in its order, and what was logged. */
function recorder() {
  const ran: string[] = [];
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(line) });
  return { ran, lines, log, note: (name: string) => () => void ran.push(name) };
}

const it = base.extend('record', () => recorder());

/** Ends in a rollback, which is expected. */
async function rolledBack(shop: Shop, work: (tx: Tx) => Promise<unknown>) {
  const undone = inTransaction(shop, async (tx) => {
    await work(tx);
    throw failure;
  });
  await expect(undone).rejects.toBe(failure);
}

describe('an effect that is asked for in a transaction', () => {
  it('runs after the commit, where the base handle sees what was written', async ({ ownShop }) => {
    const { promise: seen, resolve } = Promise.withResolvers<unknown>();
    await inTransaction(ownShop, async (tx) => {
      tx.afterCommit(() => resolve(ownShop.db.select({ to: outbox.to }).from(outbox)));
      await queueEmail(tx, mail);
    });
    expect(await seen).toEqual([{ to: mail.to }]);
  });

  it('runs once, in the order in which it was asked for', async ({ shop, record }) => {
    await inTransaction(shop, async (tx) => {
      tx.afterCommit(record.note('first'));
      await tx.db.execute(sql`select 1`);
      tx.afterCommit(record.note('second'));
      expect(record.ran).toEqual([]);
    });
    expect(record.ran).toEqual(['first', 'second']);
  });

  it('does not run after a rollback', async ({ shop, record }) => {
    await rolledBack(shop, async (tx) => {
      tx.afterCommit(record.note('effect'));
      tx.wakeEmailWorker();
    });
    expect(record.ran).toEqual([]);
    expect(shop.recorded.emailWakes).toBe(0);
  });

  it('does not run when the commit itself is refused', async ({ ownShop, record }) => {
    // A constraint that is looked at when the transaction commits.
    await ownShop.db.execute(sql`create table late (id int unique deferrable initially deferred)`);
    const refused = inTransaction(ownShop, async (tx) => {
      tx.afterCommit(record.note('effect'));
      await tx.db.execute(sql`insert into late values (1), (1)`);
    });
    await expect(refused).rejects.toThrow();
    expect(record.ran).toEqual([]);
  });

  it('is logged when it throws: the commit stands, and the next effect runs', async ({ shop, record }) => {
    await inTransaction({ ...shop, log: record.log }, async (tx) => {
      tx.afterCommit(() => {
        throw new Error('the worker is away');
      });
      tx.afterCommit(record.note('next'));
      await queueEmail(tx, mail);
    });
    expect(record.ran).toEqual(['next']);
    expect(record.lines).toEqual([expect.stringMatching(/"level":50.*the worker is away.*after a commit/)]);
    expect(await shop.db.select({ to: outbox.to }).from(outbox)).toEqual([{ to: mail.to }]);
  });

  it('wakes the email worker once the transaction is over', async ({ shop }) => {
    await inTransaction(shop, async (tx) => {
      tx.wakeEmailWorker();
      expect(shop.recorded.emailWakes).toBe(0);
    });
    expect(shop.recorded.emailWakes).toBe(1);
  });
});

describe('an effect of a transaction inside another one', () => {
  it('waits for the outer commit, in its place among the others', async ({ shop, record }) => {
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

  it('is dropped alone when only the inner one is rolled back', async ({ shop, record }) => {
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

  it('is dropped when the outer one is rolled back', async ({ shop, record }) => {
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

it('an effect that is asked for outside a transaction runs at once', ({ shop, record }) => {
  shop.afterCommit(record.note('effect'));
  expect(record.ran).toEqual(['effect']);
});

describe('a worker does not inherit the transaction in which', () => {
  /** An email worker that finds one mail, and the clerk's rounds, which read. */
  async function workersOf(ownShop: TestShop, { log, note }: ReturnType<typeof recorder>) {
    const shop = { ...ownShop, log };
    await queueEmail(shop, mail);
    const emails = createEmailWorker({ shop, send: async () => note('sent')() });
    const rounds = createPoller(shop, [['read', () => shop.db.select().from(outbox).then(note('read'))]]);
    const stop = () => Promise.all([emails.stop(), rounds.stop()]);
    return { emails, rounds, stop };
  }

  const both = (ran: readonly string[]) => new Set(ran).size;

  it('it was started', async ({ ownShop, record }) => {
    const { emails, rounds, stop } = await workersOf(ownShop, record);
    await inTransaction(ownShop, async () => {
      emails.start();
      rounds.start();
    });
    await expect.poll(() => [both(record.ran), record.lines]).toEqual([2, []]);
    await stop();
  });

  it('it was woken', async ({ ownShop, record }) => {
    const { emails, rounds, stop } = await workersOf(ownShop, record);
    emails.start();
    rounds.start();
    await expect.poll(() => both(record.ran)).toBe(2);
    await ownShop.db.update(outbox).set({ sentAt: null, nextTryAt: ownShop.clock.now() });
    record.ran.length = 0;
    await inTransaction(ownShop, async () => {
      emails.wake();
      rounds.wake();
    });
    await expect.poll(() => [both(record.ran), record.lines]).toEqual([2, []]);
    await stop();
  });
});
