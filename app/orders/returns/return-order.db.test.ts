import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import {
  cashOrder,
  deliverOrder,
  emailsOf,
  invoicesOf,
  manualShipping,
  paidOrder,
  readOrder,
  receiptsOf,
  refundAmounts,
  refundsOf,
} from '../../../tests/fixtures/sold-orders.ts';
import { it } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { findShipment } from '../../shipping/shipments.server.ts';
import { readOrderOfCustomer } from '../customer-orders.server.ts';
import { settleRefundByHand } from '../refund-order.server.ts';
import { advanceOrderByHand, packOrder } from '../ship-order.server.ts';
import { orderHistory } from '../tables.server.ts';
import { inspectReturn, receiveReturn } from './inspect-return.server.ts';
import { decideReturn, requestReturn } from './return-order.server.ts';
import { findLatestReturn } from './returns.server.ts';

const day = 24 * 60 * 60_000;
const noReason = { reason: '', note: '' };
const withReason = { reason: 'It is not what I ordered', note: 'It is red.' };

async function delivered(shop: Shop) {
  const sold = await paidOrder(shop, 'meera.new', gulnar);
  await deliverOrder(shop, sold.order.id);
  const request = (input = noReason) => requestReturn(shop, sold.customerId, sold.order.id, input);
  return { ...sold, request };
}

/**
 * Text of the email about the decision. Excludes the email about the request by its text, because the two emails can have the
 * same time in the outbox.
 */
const decisionEmail = async (shop: Shop) =>
  (await emailsOf(shop, 'return')).find(
    (text) => !text.includes('We have received your request for a return'),
  );

/** Returns the latest return of an order, with the columns of its first line. */
async function readReturn(shop: Shop, id: string) {
  const found = await findLatestReturn(shop, id);
  return found && { ...found.lines[0], ...found };
}

async function latestEntry(shop: Shop, id: string) {
  const isOfOrder = eq(orderHistory.orderId, id);
  const entries = await shop.db.select().from(orderHistory).where(isOfOrder).orderBy(orderHistory.id);
  return entries.at(-1);
}

describe('a return request', () => {
  it('is rejected before the delivery, and from seven days after it [S-CONST-07 S-ODT-16]', async ({
    shop,
  }) => {
    const early = await paidOrder(shop, 'asha.new', stole);
    await expect(requestReturn(shop, early.customerId, early.order.id, noReason)).rejects.toMatchObject({
      ...{ status: 409, name: 'not-returnable', message: 'An order can be returned once it has arrived.' },
    });
    const { request, order } = await delivered(shop);
    shop.clock.advance(7 * day);
    const message = 'This order could be returned until 28 November 2026, 12:00 pm.';
    await expect(request()).rejects.toMatchObject({ status: 409, name: 'not-returnable', message });
    expect((await readOrder(shop, order.id)).state).toBe('delivered');
    expect(await readReturn(shop, order.id)).toBeUndefined();
  });

  it('stores reason and note, adds a history entry and queues an email, once even if it is repeated later [S-API-28 S-ODT-16]', async ({
    shop,
  }) => {
    const { request, order } = await delivered(shop);
    await request(withReason);
    const requested = { state: 'return_requested', note: withReason.reason };
    expect(await latestEntry(shop, order.id)).toMatchObject(requested);
    shop.clock.advance(30 * day);
    expect((await request({ reason: 'other', note: '' })).state).toBe('return_requested');
    const undecided = { approved: null, decidedAt: null };
    expect(await readReturn(shop, order.id)).toMatchObject({ ...withReason, ...undecided });
    const [email, ...others] = await emailsOf(shop, 'return');
    expect(email).toContain('It is not what I ordered');
    expect(email).toContain('It is red.');
    expect(others).toEqual([]);
    expect(await refundAmounts(shop, order)).toEqual([]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });
});

describe('the decision about a return', () => {
  it('creates a shipment for the pickup of an approved return, and emails the customer about it', async ({
    shop,
  }) => {
    const { request, order } = await delivered(shop);
    await request(withReason);
    const shipment = { courier: 'manual' as const, manual: manualShipping };
    await decideReturn(shop, order.id, { approve: true, pickup: shipment, text: 'Sorry about that.' });
    const pickup = await findShipment(shop, order.id, 'back');
    expect(pickup).toMatchObject({ carrier: 'Blue Dart' });
    const details = { number: `${order.number}-R`, method: 'Prepaid', collectPaise: 0 };
    expect(pickup?.details).toMatchObject(details);
    const email = await decisionEmail(shop);
    expect(email).toContain('Sorry about that.');
    expect(email).toContain('A courier will collect it');
  });

  it('is needed before units are received, and needs a reason if it declines them, which ends the return', async ({
    shop,
  }) => {
    const { request, order } = await delivered(shop);
    await request(withReason);
    for (const early of [inspectReturn(shop, order.id, { resellable: true }), receiveReturn(shop, order.id)])
      await expect(early).rejects.toMatchObject({ name: 'no-such-transition' });
    const refused = decideReturn(shop, order.id, { approve: false, text: '  ' });
    const message = 'Please write a reason for the shopper.';
    await expect(refused).rejects.toMatchObject({ status: 400, fields: [{ field: 'text', message }] });
    await decideReturn(shop, order.id, { approve: false, text: 'It was worn.' });
    expect(await readReturn(shop, order.id)).toMatchObject({ approved: false, decision: 'It was worn.' });
    expect(await decisionEmail(shop)).toContain('It was worn.');
    const declined = 'We could not take this order back. If you disagree, please write to us.';
    await expect(request()).rejects.toMatchObject({ name: 'not-returnable', message: declined });
    const entry = { state: 'return_rejected', note: 'It was worn.' };
    expect(await latestEntry(shop, order.id)).toMatchObject(entry);
  });
});

describe('a returned order', () => {
  async function returned(shop: TestShop) {
    const sold = await delivered(shop);
    await sold.request(withReason);
    await decideReturn(shop, sold.order.id, { approve: true });
    expect(await receiveReturn(shop, sold.order.id)).toMatchObject({ state: 'returned' });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    return sold;
  }

  it('is restocked and refunded once if it is resellable', async ({ shop }) => {
    const { order, request } = await returned(shop);
    expect(await inspectReturn(shop, order.id, { resellable: true })).toMatchObject({ state: 'refunded' });
    expect(await inspectReturn(shop, order.id, { resellable: true })).toBe('unchanged');
    shop.clock.advance(30 * day);
    expect(await request()).toMatchObject({ state: 'refunded' });
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await refundAmounts(shop, order)).toEqual([2_480_000]);
    expect(await readReturn(shop, order.id)).toMatchObject({ resellable: true });
    const emails = await emailsOf(shop, 'refund');
    expect(emails).toHaveLength(1);
    expect(emails[0]).toContain('We have received and checked what you returned.');
  });

  it('is not refunded if the inspection sets the refund to 0 with a reason, which is emailed once', async ({
    shop,
  }) => {
    const { order, customerId } = await returned(shop);
    const inspection = { resellable: true, amountPaise: 0, text: 'The tassels were cut.' };
    const withoutReason = inspectReturn(shop, order.id, { ...inspection, text: ' ' });
    await expect(withoutReason).rejects.toMatchObject({ name: 'reason-needed', fields: [{ field: 'text' }] });
    expect(await readReturn(shop, order.id)).toMatchObject({ resellable: null });
    expect(await inspectReturn(shop, order.id, inspection)).toMatchObject({ state: 'returned' });
    expect(await inspectReturn(shop, order.id, { resellable: true })).toBe('unchanged');
    expect(await refundAmounts(shop, order)).toEqual([]);
    expect(await invoicesOf(shop, order)).toMatchObject([{ kind: 'invoice' }]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    const emails = await emailsOf(shop, 'return');
    expect(emails.filter((email) => email.includes('The tassels were cut.'))).toHaveLength(1);
    expect(await readOrderOfCustomer(shop, customerId, order.id)).toMatchObject({
      state: 'returned',
      returns: [{ inspected: true, decision: 'The tassels were cut.' }],
      refunds: [],
    });
  });

  it('has its return declined if it is neither refunded nor resellable', async ({ shop }) => {
    const { order, customerId } = await returned(shop);
    const inspection = { resellable: false, amountPaise: 0, text: 'It was worn.' };
    expect(await inspectReturn(shop, order.id, inspection)).toMatchObject({ state: 'return_rejected' });
    const { statusHistory } = await readOrderOfCustomer(shop, customerId, order.id);
    const entry = { status: 'Return Declined', note: 'It was worn.', items: null };
    expect(statusHistory.at(-1)).toMatchObject(entry);
  });

  it('lets staff settle the refund of a cash order by hand once', async ({ shop }) => {
    const { customerId, order } = await cashOrder(shop, 'meera.new', gulnar);
    await deliverOrder(shop, order.id);
    expect(await receiptsOf(shop, order)).toMatchObject([
      { provider: 'cash', providerPaymentId: order.number, amountPaise: 2_480_000 },
    ]);
    await requestReturn(shop, customerId, order.id, noReason);
    await decideReturn(shop, order.id, { approve: true });
    await receiveReturn(shop, order.id);
    await inspectReturn(shop, order.id, { resellable: true });
    expect((await emailsOf(shop, 'refund'))[0]).toContain('You paid on delivery');
    const [refund] = await refundsOf(shop, order);
    const id = refund?.id ?? '';
    const message = 'How did the money go back?';
    const settle = (text: string) => settleRefundByHand(shop, order.id, { refundId: id, text });
    const fields = [{ field: 'text', message }];
    await expect(settle(' ')).rejects.toMatchObject({ status: 400, message, fields });
    await settle('UPI 4711');
    const [settled] = await refundsOf(shop, order);
    expect(settled).toMatchObject({ doneAt: shop.clock.now() });
    expect(settled?.providerRefundId).toContain('UPI 4711');
    await expect(settle('UPI 4712')).rejects.toMatchObject({ name: 'no-such-refund' });
  });

  it('restocks an undelivered order, and refunds it only if it was paid', async ({ shop }) => {
    const paid = await paidOrder(shop, 'meera.new', gulnar);
    const unpaid = await cashOrder(shop, 'asha.new', stole);
    const before = await readStockLevel(shop, stole);
    for (const { order } of [paid, unpaid]) {
      await packOrder(shop, order.id);
      await advanceOrderByHand(shop, order.id, 'shipped');
      await advanceOrderByHand(shop, order.id, 'rto');
      expect(await receiveReturn(shop, order.id)).toMatchObject({ state: 'returned_to_seller' });
    }
    const documents = [{ kind: 'invoice' }, { kind: 'credit-note', cause: 'undelivered' }];
    expect(await invoicesOf(shop, paid.order)).toMatchObject(documents);
    const inspectPaid = await inspectReturn(shop, paid.order.id, { resellable: true });
    expect(inspectPaid).toMatchObject({ state: 'refunded' });
    expect(await refundAmounts(shop, paid.order)).toEqual([2_480_000]);
    expect(await invoicesOf(shop, paid.order)).toMatchObject(documents);
    expect(await emailsOf(shop, 'refund')).toEqual([
      expect.stringContaining('Your order could not be delivered and came back to us.'),
    ]);
    const inspectUnpaid = () => inspectReturn(shop, unpaid.order.id, { resellable: true });
    expect(await inspectUnpaid()).toMatchObject({ state: 'returned_to_seller' });
    expect(await inspectUnpaid()).toBe('unchanged');
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + 1, held: 0 });
    expect(await refundAmounts(shop, unpaid.order)).toEqual([]);
    expect(await emailsOf(shop, 'refund')).toHaveLength(1);
  });

  it('requires a refund above ₹0 for a paid order that was never delivered', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await advanceOrderByHand(shop, order.id, 'shipped');
    await receiveReturn(shop, order.id);
    const inspected = inspectReturn(shop, order.id, { resellable: true, amountPaise: 0, text: 'No.' });
    await expect(inspected).rejects.toMatchObject({ name: 'refund-needed', status: 409 });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });
});
