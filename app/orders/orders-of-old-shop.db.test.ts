/** Orders created by commit c988d51 still work after the update. The tests share one shop, and each test has its own orders. */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { fakeProvider } from '../../tests/doubles/payment-provider.ts';
import { idOf, it } from '../../tests/fixtures/old-shop.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { refundAmounts } from '../../tests/fixtures/sold-orders.ts';
import { confirmPayment } from '../checkout/confirm-payment.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { checkIntegrity } from '../operations/integrity-check.server.ts';
import { payments } from '../payments/tables.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { readOrder } from './for-staff/read-order.server.ts';
import type { InvoiceDocument } from './invoices/invoice-document.server.ts';
import { issueMissingCreditNote } from './invoices/missing-credit-note.server.ts';
import { refundOrder } from './refund-order.server.ts';
import { inspectReturn, receiveReturn } from './returns/inspect-return.server.ts';
import { decideReturn, requestReturn } from './returns/return-order.server.ts';
import { advanceOrderByHand, packOrder } from './ship-order.server.ts';

const totalPaise = 789_900;
/** The order's total without the delivery charge. A return does not refund the delivery charge. */
const goodsPaise = 780_000;

const ownerOf = async (shop: Shop, name: string) => ({
  id: idOf(name),
  customerId: (await signInAs(shop, `${name}@old.example.in`)).id,
});

/** Adds up each amount in the totals of these documents. */
const sumOf = (rows: readonly InvoiceDocument['totals'][]) => {
  const sum: Record<string, number> = {};
  for (const row of rows)
    for (const [name, paise] of Object.entries(row)) sum[name] = (sum[name] ?? 0) + paise;
  return sum;
};

describe('an order created before the update', () => {
  it('is paid and packed if it was unpaid', async ({ shop, read }) => {
    const id = idOf('pending-payment');
    const [payment] = await shop.db.select().from(payments).where(eq(payments.reference, id));
    const orderId = payment?.providerOrderId ?? '';
    const paid = { id: 'pay_now', orderId, amountPaise: totalPaise, currency: 'INR' };
    expect(await confirmPayment(shop, fakeProvider(), { ...paid, status: 'captured' })).toBe('placed');
    await packOrder(shop, id);
    expect((await read('pending-payment')).state).toBe('packed');
  });

  it('is cancelled and refunded in part, and the rest is packed, if it was placed', async ({
    shop,
    read,
    documents,
  }) => {
    const { id, customerId } = await ownerOf(shop, 'placed');
    const selection = [{ position: 1, quantity: 1 }];
    await cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: id, selection });
    await packOrder(shop, id);
    expect(await read('placed')).toMatchObject({ state: 'packed', cancelledAmount: 6450 });
    expect(await refundAmounts(shop, { id })).toEqual([645_000]);
    expect((await documents('placed')).invoice.amountPaise).toBe(totalPaise - 645_000);
  });

  it.for([
    ['packed', [totalPaise]],
    ['packed-igst', [totalPaise]],
    ['packed-cod', []],
    ['packed-partly-refunded', [33_333, totalPaise - 33_333]],
    ['refunded-before-packing', [10_001, totalPaise - 10_001]],
    ['paid-twice', [totalPaise, totalPaise]],
    ['out-for-pickup', [totalPaise]],
  ] as const)(
    'is cancelled with credit notes that repeat the invoice: %s',
    async ([name, refunds], { shop, read, documents }) => {
      await cancelOrder(shop, { actor: 'merchant', orderId: idOf(name) });
      expect((await read(name)).state).toBe('cancelled');
      expect(await refundAmounts(shop, { id: idOf(name) })).toEqual(refunds);
      const { invoice, notes, causes } = await documents(name);
      expect(sumOf(notes)).toEqual(sumOf([invoice]));
      expect(causes.at(-1)).toBe('cancelled');
    },
  );

  it('is delivered, and one unit is returned, if it was shipped', async ({ shop, read, documents }) => {
    const { id, customerId } = await ownerOf(shop, 'shipped');
    await advanceOrderByHand(shop, id, 'delivered');
    const items = [{ position: 0, quantity: 1 }];
    await requestReturn(shop, customerId, id, { items, reason: '', note: '', photos: [] });
    await decideReturn(shop, id, { approve: true });
    await receiveReturn(shop, id);
    await inspectReturn(shop, id, { resellable: true });
    expect((await read('shipped')).orderItems[0]?.units).toMatchObject([
      { state: 'refunded', qnty: 1 },
      { state: 'delivered', qnty: 2 },
    ]);
    expect(await refundAmounts(shop, { id })).toEqual([45_000]);
    expect((await documents('shipped')).notes).toMatchObject([{ amountPaise: 45_000 }]);
  });

  it('is delivered and paid in cash if it was out for delivery', async ({ shop, read }) => {
    await advanceOrderByHand(shop, idOf('out-for-delivery-cod'), 'delivered');
    expect(await read('out-for-delivery-cod')).toMatchObject({ state: 'delivered', codAmount: 7899 });
  });

  it.for([
    ['refused-cod', 'returned_to_seller', []],
    ['returned-to-seller', 'refunded', [totalPaise]],
    ['rto', 'refunded', [totalPaise]],
  ] as const)(
    'is inspected with a credit note that repeats the invoice: %s',
    async ([name, state, refunds], { shop, read, documents }) => {
      await receiveReturn(shop, idOf(name));
      await inspectReturn(shop, idOf(name), { resellable: true });
      expect((await read(name)).state).toBe(state);
      expect(await refundAmounts(shop, { id: idOf(name) })).toEqual(refunds);
      const { invoice, notes, causes } = await documents(name);
      expect(notes).toEqual([invoice]);
      expect(causes).toEqual(['undelivered']);
    },
  );

  it('has one returned item approved and refunded, and another item declined', async ({ shop, read }) => {
    const id = idOf('return-requested-cod');
    const approve = [
      { position: 0, approve: true },
      { position: 1, approve: false },
    ];
    await decideReturn(shop, id, { approve, text: 'The saree was worn.' });
    await receiveReturn(shop, id);
    await inspectReturn(shop, id, { resellable: true });
    const { orderItems } = await read('return-requested-cod');
    expect(orderItems.map(({ units }) => units[0]?.state)).toEqual(['refunded', 'return_rejected']);
    expect(await refundAmounts(shop, { id })).toEqual([135_000]);
  });

  it.for([
    ['return-requested', [totalPaise]],
    ['return-approved', [goodsPaise]],
    ['return-picked', [goodsPaise]],
    ['returned', [goodsPaise]],
    // The refund before the update included ₹6.27 of the delivery charge, according to its credit note.
    ['returned-partly-refunded', [50_001, goodsPaise + 627 - 50_001]],
  ] as const)(
    'has its return inspected, credited and refunded: %s',
    async ([name, refunds], { shop, read, documents }) => {
      const id = idOf(name);
      if (name === 'return-requested') await decideReturn(shop, id, { approve: true });
      await receiveReturn(shop, id);
      await inspectReturn(shop, id, { resellable: true });
      expect(await read(name)).toMatchObject({ state: 'refunded', return: { inspected: true } });
      expect(await refundAmounts(shop, { id })).toEqual(refunds);
      const { notes, causes } = await documents(name);
      expect(sumOf(notes).amountPaise).toBe(refunds.reduce((sum: number, paise) => sum + paise, 0));
      expect(causes).toContain('returned');
    },
  );

  it('has its rest refunded and credited if it was delivered and refunded in part', async ({
    shop,
    documents,
  }) => {
    const name = 'delivered-cod-partly-refunded';
    await refundOrder(shop, idOf(name), { reason: 'All of it' });
    expect(await refundAmounts(shop, { id: idOf(name) })).toEqual([5000, totalPaise - 5000]);
    const { invoice, notes } = await documents(name);
    expect(sumOf(notes)).toEqual(sumOf([invoice]));
  });

  it('is not inspected again if it was inspected before the update', async ({ shop }) => {
    for (const name of ['refunded', 'returned-not-refunded', 'refused-cod-inspected', 'undelivered-refunded'])
      expect.soft(await inspectReturn(shop, idOf(name), { resellable: true }), name).toBe('unchanged');
  });

  it.for([
    ['cancelled-packed-cod', 'cancelled'],
    ['refused-cod-inspected', 'undelivered'],
  ] as const)(
    'shows its missing credit note to staff, which is issued once: %s',
    async ([name, cause], { shop, documents }) => {
      const id = idOf(name);
      expect(await readOrder(shop, id)).toMatchObject({ isCreditNoteMissing: true });
      await issueMissingCreditNote(shop, id);
      expect(await issueMissingCreditNote(shop, id)).toBe('unchanged');
      expect(await readOrder(shop, id)).toMatchObject({ isCreditNoteMissing: false });
      const { invoice, notes, causes } = await documents(name);
      expect(notes).toEqual([invoice]);
      expect(causes).toEqual([cause]);
    },
  );

  it.for(['delivered-cod', 'refunded-in-part', 'returned-not-refunded'])(
    'needs no credit note of the whole order: %s',
    async (name, { shop }) => {
      expect(await readOrder(shop, idOf(name))).toMatchObject({ isCreditNoteMissing: false });
      const issued = issueMissingCreditNote(shop, idOf(name));
      await expect(issued).rejects.toMatchObject({ name: 'no-such-transition' });
    },
  );

  it('leaves stock, money and invoices consistent after all other tests', async ({ shop }) => {
    const differences: string[] = [];
    await checkIntegrity(shop.db, ({ difference }) => differences.push(difference));
    expect(differences).toEqual([]);
  });
});
