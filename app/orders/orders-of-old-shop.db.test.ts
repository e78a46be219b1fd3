import { describe, expect } from 'vitest';
import { idOf, it } from '../../tests/fixtures/old-shop.ts';
import {
  cancelByMerchant,
  decideReturn,
  inspectReturn,
  issueMissingCreditNote,
  receiveReturn,
} from '../../tests/fixtures/order-actions.ts';
import { refundAmounts } from '../../tests/fixtures/sold-orders.ts';
import { checkIntegrity } from '../operations/integrity-check.server.ts';
import { readOrder } from './for-staff/read-order.server.ts';
import type { InvoiceDocument } from './invoices/invoice-document.server.ts';

const totalPaise = 789_900;
/** The order's total without the delivery charge. A return does not refund the delivery charge. */
const goodsPaise = 780_000;

/** Adds up each amount in the totals of these documents. */
const sumOf = (rows: readonly InvoiceDocument['totals'][]) => {
  const sum: Record<string, number> = {};
  for (const row of rows)
    for (const [name, paise] of Object.entries(row)) sum[name] = (sum[name] ?? 0) + paise;
  return sum;
};

describe('an order created before the update', () => {
  it.for([
    ['packed', [totalPaise]],
    ['packed-igst', [totalPaise]],
    ['packed-cod', []],
    ['packed-partly-refunded', [33_333, totalPaise - 33_333]],
    ['refunded-before-packing', [10_001, totalPaise - 10_001]],
    ['paid-twice', [totalPaise, totalPaise]],
    ['out-for-pickup', [totalPaise]],
  ] as const)(
    'is cancelled with credit notes that add up to the invoice: %s',
    async ([name, refunds], { shop, read, documents }) => {
      await cancelByMerchant(shop, idOf(name));
      expect((await read(name)).state).toBe('cancelled');
      expect(await refundAmounts(shop, { id: idOf(name) })).toEqual(refunds);
      const { invoice, notes, causes } = await documents(name);
      expect(sumOf(notes)).toEqual(sumOf([invoice]));
      expect(causes.at(-1)).toBe('cancelled');
    },
  );

  it.for([
    ['refused-cod', 'returned_to_seller', []],
    ['returned-to-seller', 'refunded', [totalPaise]],
    ['rto', 'refunded', [totalPaise]],
  ] as const)(
    'can be inspected after it came back undelivered, and gets one credit note for the whole invoice: %s',
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

  it('can have the return of one item approved and refunded, and the return of another item declined', async ({
    shop,
    read,
  }) => {
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
    'can have its return inspected, credited and refunded: %s',
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

  it('is not inspected again if it was inspected before the update', async ({ shop }) => {
    for (const name of ['refunded', 'returned-not-refunded', 'refused-cod-inspected', 'undelivered-refunded'])
      expect.soft(await inspectReturn(shop, idOf(name), { resellable: true }), name).toBe('unchanged');
  });

  it.for([
    ['cancelled-packed-cod', 'cancelled'],
    ['refused-cod-inspected', 'undelivered'],
  ] as const)(
    'shows staff that its credit note is missing, and lets them issue the credit note once: %s',
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
    'does not need a credit note, so staff cannot issue one: %s',
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
