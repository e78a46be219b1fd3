import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../../tests/fixtures/checkout.ts';
import {
  advanceOrderByHand,
  decideReturn,
  inspectReturn,
  packOrder,
  receiveReturn,
  refundOrder,
} from '../../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import {
  cashOrder,
  deliverOrder,
  emailsOf,
  giveBack,
  historyOf,
  invoicesOf,
  paidOrder,
  readOrder,
  refundAmounts,
  refundsOf,
} from '../../../tests/fixtures/sold-orders.ts';
import { it } from '../../../tests/fixtures/world.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { findShipment } from '../../shipping/shipments.server.ts';
import { readOrderOfCustomer } from '../customer-orders.server.ts';
import { settleRefundByHand } from '../refund-order.server.ts';
import { requestReturn } from './return-order.server.ts';
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

/** Returns the latest return of an order, with the columns of its first line. */
async function readReturn(shop: Shop, id: string) {
  const found = await findLatestReturn(shop, id);
  return found && { ...found.lines[0], ...found };
}

describe('a return request', () => {
  it('is rejected before the delivery, and from seven days after the delivery [S-CONST-07 S-ODT-16]', async ({
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

  it('stores the reason and note, adds a history entry and queues an email, all only once if it is repeated [S-API-28 S-ODT-16]', async ({
    shop,
  }) => {
    const { request, order } = await delivered(shop);
    await request(withReason);
    const requested = { state: 'return_requested', note: withReason.reason };
    expect((await historyOf(shop, order)).at(-1)).toMatchObject(requested);
    shop.clock.advance(30 * day);
    expect((await request({ reason: 'other', note: '' })).state).toBe('return_requested');
    const undecided = { approved: null, decidedAt: null };
    expect(await readReturn(shop, order.id)).toMatchObject({ ...withReason, ...undecided });
    const [email, ...others] = await emailsOf(shop, 'return');
    expect(email).toMatch(/It is not what I ordered.*It is red\./s);
    expect(others).toEqual([]);
    expect(await refundAmounts(shop, order)).toEqual([]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });
});

describe('the decision about a return', () => {
  it('creates a shipment for the pickup of an approved return, and queues an email', async ({ shop }) => {
    const { request, order } = await delivered(shop);
    await request(withReason);
    await decideReturn(shop, order.id, { approve: true, fetch: true, text: 'Sorry about that.' });
    const details = { number: `${order.number}-R`, method: 'Prepaid', collectPaise: 0 };
    expect(await findShipment(shop, order.id, 'back')).toMatchObject({ courier: 'pretend', details });
    expect(await emailsOf(shop, 'return')).toContainEqual(
      expect.stringMatching(/Sorry about that\..*A courier will collect it/s),
    );
  });

  it('must precede the receipt of the items; a decision to decline needs a reason and prevents another request', async ({
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
    expect(await emailsOf(shop, 'return')).toContainEqual(expect.stringContaining('It was worn.'));
    const declined = 'We could not take this order back. If you disagree, please write to us.';
    await expect(request()).rejects.toMatchObject({ name: 'not-returnable', message: declined });
    const entry = { state: 'return_rejected', note: 'It was worn.' };
    expect((await historyOf(shop, order)).at(-1)).toMatchObject(entry);
  });
});

describe('a returned order', () => {
  async function returned(shop: TestShop) {
    const sold = await delivered(shop);
    await giveBack(shop, sold);
    expect((await readOrder(shop, sold.order.id)).state).toBe('returned');
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    return sold;
  }

  it('is restocked and refunded once if it is resellable', async ({ shop }) => {
    const { order, request } = await returned(shop);
    for (const result of [expect.objectContaining({ state: 'refunded' }), 'unchanged'])
      expect(await inspectReturn(shop, order.id, { resellable: true })).toEqual(result);
    shop.clock.advance(30 * day);
    expect(await request()).toMatchObject({ state: 'refunded' });
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await refundAmounts(shop, order)).toEqual([2_480_000]);
    expect(await readReturn(shop, order.id)).toMatchObject({ resellable: true });
    expect(await emailsOf(shop, 'refund')).toEqual([
      expect.stringContaining('We have received and checked what you returned.'),
    ]);
  });

  it('is not refunded if the inspection sets the refund to ₹0, which needs a reason that is emailed once', async ({
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
    expect(await emailsOf(shop, 'refund')).toEqual([]);
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

  it('shows the text of the approval and the reason for the missing refund as two lines', async ({
    shop,
  }) => {
    const { order, customerId, request } = await delivered(shop);
    await request();
    await decideReturn(shop, order.id, { approve: true, text: 'Please keep the tassels.' });
    await receiveReturn(shop, order.id);
    await inspectReturn(shop, order.id, { resellable: true, amountPaise: 0, text: 'The tassels were cut.' });
    const { returns } = await readOrderOfCustomer(shop, customerId, order.id);
    expect(returns).toMatchObject([{ decision: 'Please keep the tassels.\nThe tassels were cut.' }]);
  });

  it('allows staff to mark its cash refund as paid, but only once', async ({ shop }) => {
    const sold = await cashOrder(shop, 'meera.new', gulnar);
    const { order } = sold;
    await deliverOrder(shop, order.id);
    await giveBack(shop, sold);
    await inspectReturn(shop, order.id, { resellable: true });
    expect((await emailsOf(shop, 'refund'))[0]).toContain('You paid on delivery');
    const [refund] = await refundsOf(shop, order);
    const id = refund?.id ?? '';
    const message = 'Please write how the amount was refunded.';
    const settle = (text: string) => settleRefundByHand(shop, order.id, { refundId: id, text });
    const fields = [{ field: 'text', message }];
    await expect(settle(' ')).rejects.toMatchObject({ status: 400, message, fields });
    await settle('UPI 4711');
    const [settled] = await refundsOf(shop, order);
    expect(settled).toMatchObject({ doneAt: shop.clock.now() });
    expect(settled?.providerRefundId).toContain('UPI 4711');
    await expect(settle('UPI 4712')).rejects.toMatchObject({ name: 'no-such-refund' });
  });

  it('is restocked if it was never delivered, and refunded only if it was paid', async ({ shop }) => {
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

  it('is refunded only the other half if it was never delivered and half of the price is already refunded', async ({
    shop,
  }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await advanceOrderByHand(shop, order.id, 'shipped');
    await receiveReturn(shop, order.id);
    await refundOrder(shop, order.id, { amountPaise: 1_240_000, reason: 'The parcel was late.' });
    expect(await inspectReturn(shop, order.id, { resellable: true })).toMatchObject({ state: 'refunded' });
    expect(await refundAmounts(shop, order)).toEqual([1_240_000, 1_240_000]);
  });

  it('must be refunded with more than ₹0 if it was paid and never delivered', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await advanceOrderByHand(shop, order.id, 'shipped');
    await receiveReturn(shop, order.id);
    const inspected = inspectReturn(shop, order.id, { resellable: true, amountPaise: 0, text: 'No.' });
    await expect(inspected).rejects.toMatchObject({ name: 'refund-needed', status: 409 });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });
});
