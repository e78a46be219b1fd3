import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { fakeProvider } from '../../tests/doubles/payment-provider.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { insertCashReceipt, listReceipts, listRefunds, settleRefundOfCashPayment } from './ledger.server.ts';
import { createPayment, findPayment, insertReceipt, queueRefund } from './payments.server.ts';
import { refunds } from './tables.server.ts';

const minute = 60_000;
const cashOf = (reference: string, amountPaise = 1000) => ({
  reference,
  number: `cash of ${reference}`,
  amountPaise,
});

/** Inserts an online payment with its receipt. */
async function paidOnline(shop: TestShop, reference: string, amountPaise = 1000) {
  const requested = { reference, receipt: reference, amountPaise };
  const providerOrderId = await createPayment(shop, fakeProvider(), requested);
  const payment = await findPayment(shop, { provider: 'pretend-bank', providerOrderId });
  if (!payment) throw new Error('no payment');
  await inTransaction(shop, (tx) => insertReceipt(tx, payment, { id: `pay of ${reference}`, amountPaise }));
}

async function refundOf(shop: TestShop, reference: string, amountPaise: number, reason = 'returned') {
  const [received] = await listReceipts(shop, [reference]);
  return queueRefund(shop, { receiptId: received?.receiptId ?? '', amountPaise, reason });
}

const amountsOf = (rows: { reference: string; amountPaise: number }[]) =>
  rows.map(({ reference, amountPaise }) => [reference, amountPaise]);

describe('a list of receipts', () => {
  it('lists only the receipts of the given orders, oldest first', async ({ shop }) => {
    await inTransaction(shop, (tx) => insertCashReceipt(tx, cashOf('b', 2)));
    shop.clock.advance(minute);
    await paidOnline(shop, 'a', 1);
    shop.clock.advance(minute);
    await inTransaction(shop, (tx) => insertCashReceipt(tx, cashOf('c', 3)));
    expect(amountsOf(await listReceipts(shop, ['a', 'b']))).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
    expect(await listReceipts(shop, [])).toEqual([]);
  });

  it('lists a receipt with provider, time and refunded amount', async ({ shop }) => {
    await inTransaction(shop, (tx) => insertCashReceipt(tx, cashOf('a')));
    await paidOnline(shop, 'b');
    await refundOf(shop, 'a', 300);
    await refundOf(shop, 'a', 50);
    const at = shop.clock.now();
    const [a] = await listReceipts(shop, ['a']);
    expect(a).toMatchObject({ provider: 'cash', amountPaise: 1000, refundedPaise: 350, at });
    const [b] = await listReceipts(shop, ['b']);
    expect(b).toMatchObject({ provider: 'pretend-bank', amountPaise: 1000, refundedPaise: 0 });
  });

  it('inserts one cash receipt per order', async ({ shop }) => {
    await inTransaction(shop, (tx) => insertCashReceipt(tx, cashOf('a', 1000)));
    await inTransaction(shop, (tx) => insertCashReceipt(tx, { ...cashOf('a', 999), number: 'another' }));
    expect(amountsOf(await listReceipts(shop, ['a']))).toEqual([['a', 1000]]);
  });
});

describe('a list of refunds', () => {
  it('lists only the refunds of the given orders, oldest first', async ({ shop }) => {
    for (const reference of ['a', 'b', 'c'])
      await inTransaction(shop, (tx) => insertCashReceipt(tx, cashOf(reference)));
    for (const [reference, paise] of [
      ['b', 1],
      ['a', 2],
      ['c', 3],
      ['b', 4],
    ] as const) {
      shop.clock.advance(minute);
      await refundOf(shop, reference, paise);
    }
    expect(amountsOf(await listRefunds(shop, ['a', 'b']))).toEqual([
      ['b', 1],
      ['a', 2],
      ['b', 4],
    ]);
    expect(await listRefunds(shop, [])).toEqual([]);
  });

  it('settles a cash refund once, and stores the note', async ({ shop }) => {
    await inTransaction(shop, (tx) => insertCashReceipt(tx, cashOf('a')));
    const { id } = await refundOf(shop, 'a', 300, 'a loose thread');
    const settle = (note: string) => settleRefundOfCashPayment(shop, { reference: 'a', refundId: id, note });
    const pending = { id, provider: 'cash', reason: 'a loose thread', sentAt: null, doneAt: null };
    expect(await listRefunds(shop, ['a'])).toMatchObject([pending]);
    shop.clock.advance(minute);
    const now = shop.clock.now();
    expect(await settle('by bank transfer')).toBe(true);
    shop.clock.advance(minute);
    expect(await settle('over the counter')).toBe(false);
    expect(await listRefunds(shop, ['a'])).toMatchObject([{ sentAt: now, doneAt: now }]);
    const [refund] = await shop.db.select().from(refunds).where(eq(refunds.id, id));
    expect(refund?.providerRefundId).toBe(`cash:${id}: by bank transfer`);
  });

  it('changes no online refund and no other cash refund when a cash refund is settled', async ({ shop }) => {
    await paidOnline(shop, 'a');
    await inTransaction(shop, (tx) => insertCashReceipt(tx, cashOf('b')));
    const settle = (reference: string, refundId: string) =>
      settleRefundOfCashPayment(shop, { reference, refundId, note: 'by bank transfer' });
    const online = await refundOf(shop, 'a', 300);
    const [first, second] = [await refundOf(shop, 'b', 1), await refundOf(shop, 'b', 2)];
    expect(await settle('a', online.id)).toBe(false);
    expect(await settle('b', 'no id')).toBe(false);
    expect(await settle('a', first.id)).toBe(false);
    expect(await settle('b', first.id)).toBe(true);
    const open = (await listRefunds(shop, ['a', 'b'])).filter(({ doneAt }) => doneAt === null);
    expect(open.map(({ id }) => id).toSorted()).toEqual([online.id, second.id].toSorted());
  });
});
