import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import {
  cashOrder,
  deliverOrder,
  emailsOf,
  manualShipping,
  paidOrder,
  readOrder,
  receiptsOf,
  refundAmounts,
  refundsOf,
} from '../../../tests/fixtures/sold-orders.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { settings } from '../../content/tables.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { findShipment } from '../../shipping/shipments.server.ts';
import { readOrderOfCustomer } from '../customer-orders.server.ts';
import { settleRefundByHand } from '../refund-order.server.ts';
import { packOrder, updateShipment } from '../ship-order.server.ts';
import { orderHistory, orderReturns } from '../tables.server.ts';
import { inspectReturn, receiveReturn } from './inspect-return.server.ts';
import { decideReturn, requestReturn } from './return-order.server.ts';

const day = 24 * 60 * 60_000;
const nothing = { reason: '', note: '' };
const why = { reason: 'It is not what I ordered', note: 'It is red.' };

async function delivered(shop: Shop, name = 'meera.new', product = gulnar) {
  const sold = await paidOrder(shop, name, product);
  await deliverOrder(shop, sold.order.id);
  return { ...sold, wish: (wanted = nothing) => requestReturn(shop, sold.customerId, sold.order.id, wanted) };
}

const readWish = async (shop: Shop, id: string) =>
  (await shop.db.select().from(orderReturns).where(eq(orderReturns.orderId, id)))[0];

describe('the wish to return', () => {
  it('is heard 6 days, 23:59:59.999 after the delivery [S-CONST-07 S-ODT-16]', async ({ shop }) => {
    const { wish } = await delivered(shop);
    shop.clock.advance(7 * day - 1);
    expect((await wish()).state).toBe('return_requested');
  });

  it('is refused 7 days after the delivery, to the millisecond [S-CONST-07 S-ODT-16]', async ({ shop }) => {
    const { wish, order } = await delivered(shop);
    shop.clock.advance(7 * day);
    await expect(wish()).rejects.toMatchObject({
      status: 409,
      name: 'not-returnable',
      message: 'This order could be returned until 28 November 2026, 12:00 pm.',
    });
    expect((await readOrder(shop, order.id)).state).toBe('delivered');
    expect(await readWish(shop, order.id)).toBeUndefined();
  });

  it('keeps reason and note, writes Return Initiated and one letter, and waits for the merchant [S-API-28]', async ({
    shop,
  }) => {
    const { wish, order } = await delivered(shop);
    await wish(why);
    expect(await readWish(shop, order.id)).toMatchObject({ ...why, approved: null, decidedAt: null });
    const [email] = await emailsOf(shop, 'return');
    expect(email).toContain('It is not what I ordered');
    expect(email).toContain('It is red.');
    const entries = await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(entries.at(-1)).toMatchObject({ state: 'return_requested', note: why.reason });
    expect(await refundAmounts(shop, order)).toEqual([]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });

  it('uttered again, also late and at once, is answered the same [S-ODT-16]', async ({ shop }) => {
    const { wish, order } = await delivered(shop);
    await wish(why);
    shop.clock.advance(30 * day);
    expect((await wish({ reason: 'other', note: '' })).state).toBe('return_requested');
    expect(await readWish(shop, order.id)).toMatchObject(why);
    expect(await emailsOf(shop, 'return')).toHaveLength(1);
  });

  it('uttered five times at once is written down once', async ({ ownShop }) => {
    const { wish, order } = await delivered(ownShop);
    const answers = await Promise.all(Array.from({ length: 5 }, () => wish(why)));
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['return_requested']));
    expect(await emailsOf(ownShop, 'return')).toHaveLength(1);
    const passed = await ownShop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(passed.filter(({ state }) => state === 'return_requested')).toHaveLength(1);
  });

  it('is nobody else’s [S-ROLE-05 S-ROLE-07]', async ({ shop }) => {
    const { order } = await delivered(shop);
    const asha = await paidOrder(shop, 'asha.new', stole);
    const requested = requestReturn(shop, asha.customerId, order.number, nothing);
    await expect(requested).rejects.toMatchObject({ status: 404 });
    expect((await readOrder(shop, order.id)).state).toBe('delivered');
  });

  it('has no note in the history where it has no reason', async ({ shop }) => {
    const { wish, order } = await delivered(shop);
    await wish(nothing);
    const entries = await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(entries.at(-1)).toMatchObject({ state: 'return_requested', note: null });
  });

  it('wakes the email worker, as the decision and the inspection do', async ({ shop }) => {
    const { wish, order } = await delivered(shop);
    const wakes = async (work: () => Promise<unknown>) => {
      const before = shop.recorded.emailWakes;
      await work();
      return shop.recorded.emailWakes - before;
    };
    expect(await wakes(() => wish(why))).toBe(1);
    expect(await wakes(() => decideReturn(shop, order.id, { approve: true }))).toBe(1);
    await receiveReturn(shop, order.id);
    expect(await wakes(() => inspectReturn(shop, order.id, { resellable: true }))).toBe(1);
  });

  it('is refused before the order has arrived', async ({ shop }) => {
    const { customerId, order } = await paidOrder(shop, 'meera.new', gulnar);
    await expect(requestReturn(shop, customerId, order.id, nothing)).rejects.toMatchObject({
      name: 'not-returnable',
      message: 'An order can be returned once it has arrived.',
    });
  });
});

describe('the merchant decides', () => {
  it('for it: the shopper is told where to send it', async ({ shop }) => {
    const address = sql`jsonb_set(${settings.value}, '{contact,address}', '"Shop 3, Bapu Bazar, Jaipur"')`;
    await shop.db.update(settings).set({ value: address });
    const { wish, order } = await delivered(shop);
    await wish(why);
    expect((await decideReturn(shop, order.id, { approve: true })).state).toBe('return_approved');
    expect(await readWish(shop, order.id)).toMatchObject({ approved: true, decision: null });
    const [, email] = await emailsOf(shop, 'return');
    expect(email).toContain('We take your order');
    expect(email).toMatch(/Please send it within five days[\s\S]*Shop 3, Bapu Bazar, Jaipur/);
    expect(await findShipment(shop, order.id, 'back')).toBeUndefined();
  });

  it('for it, and has it fetched', async ({ shop }) => {
    const { wish, order } = await delivered(shop);
    await wish(why);
    const shipment = { courier: 'manual' as const, manual: manualShipping };
    await decideReturn(shop, order.id, { approve: true, pickup: shipment, text: 'Sorry about that.' });
    const fetched = await findShipment(shop, order.id, 'back');
    expect(fetched).toMatchObject({ carrier: 'Blue Dart' });
    expect(fetched?.details).toMatchObject({
      number: `${order.number}-R`,
      method: 'Prepaid',
      collectPaise: 0,
    });
    const [, email] = await emailsOf(shop, 'return');
    expect(email).toContain('Sorry about that.');
    expect(email).toContain('Somebody comes to fetch it');
  });

  it('against it, with words; then it is not asked for again', async ({ shop }) => {
    const { wish, order } = await delivered(shop);
    await wish(why);
    const refused = decideReturn(shop, order.id, { approve: false, text: '  ' });
    const message = 'Please write a few words to the shopper about it.';
    await expect(refused).rejects.toMatchObject({ status: 400, fields: [{ field: 'text', message }] });
    await decideReturn(shop, order.id, { approve: false, text: 'It was worn.' });
    expect(await readWish(shop, order.id)).toMatchObject({ approved: false, decision: 'It was worn.' });
    expect((await emailsOf(shop, 'return'))[1]).toContain('It was worn.');
    await expect(wish()).rejects.toMatchObject({
      name: 'not-returnable',
      message: 'We could not take this order back. If you see it otherwise, please write to us.',
    });
    const entries = await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(entries.at(-1)).toMatchObject({ state: 'return_rejected', note: 'It was worn.' });
  });

  it('only about an order that there is', async ({ shop }) => {
    const nowhere = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c99';
    for (const requested of [
      decideReturn(shop, nowhere, { approve: true }),
      receiveReturn(shop, nowhere),
      inspectReturn(shop, nowhere, { resellable: true }),
    ])
      await expect(requested).rejects.toMatchObject({ name: 'no-such-order' });
  });

  it('once: the same again changes nothing, the other way is too late', async ({ shop }) => {
    const { wish, order } = await delivered(shop);
    await wish();
    await decideReturn(shop, order.id, { approve: true });
    await decideReturn(shop, order.id, { approve: true });
    const entries = await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(entries.at(-1)).toMatchObject({ state: 'return_approved', note: null });
    expect(await emailsOf(shop, 'return')).toHaveLength(2);
    const other = decideReturn(shop, order.id, { approve: false, text: 'No.' });
    await expect(other).rejects.toMatchObject({ name: 'no-such-transition' });
  });
});

describe('what came back', () => {
  async function returned(shop: TestShop) {
    const sold = await delivered(shop);
    await sold.wish(why);
    await decideReturn(shop, sold.order.id, { approve: true });
    expect((await receiveReturn(shop, sold.order.id)).state).toBe('returned');
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    return sold;
  }

  it('and is sound goes to the shelf, once, and its money goes back', async ({ shop }) => {
    const { order } = await returned(shop);
    expect((await inspectReturn(shop, order.id, { resellable: true })).state).toBe('refunded');
    expect((await inspectReturn(shop, order.id, { resellable: true })).state).toBe('refunded');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await refundAmounts(shop, order)).toEqual([2_480_000]);
    expect(await readWish(shop, order.id)).toMatchObject({ resellable: true });
    const emails = await emailsOf(shop, 'refund');
    expect(emails).toHaveLength(1);
    expect(emails[0]).toContain('What you returned has arrived here.');
  });

  it('and is not sound stays off the shelf; its money goes back all the same', async ({ shop }) => {
    const { order } = await returned(shop);
    expect((await receiveReturn(shop, order.id)).state).toBe('returned');
    expect((await inspectReturn(shop, order.id, { resellable: false, text: '  ' })).state).toBe('refunded');
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect(await refundAmounts(shop, order)).toEqual([2_480_000]);
    expect(await readWish(shop, order.id)).toMatchObject({ resellable: false });
    expect((await emailsOf(shop, 'refund'))[0]).toContain('What you returned has arrived here.');
  });

  it('in part only where the merchant says so, with words [S-POL-19]', async ({ shop }) => {
    const { order } = await returned(shop);
    await inspectReturn(shop, order.id, {
      resellable: true,
      amountPaise: 2_000_000,
      text: 'Without the fall.',
    });
    expect(await refundAmounts(shop, order)).toEqual([2_000_000]);
    expect((await emailsOf(shop, 'refund'))[0]).toContain('Without the fall.');
  });

  it('is not refunded if the amount is 0: it stays returned, and the customer is told why, once', async ({
    shop,
  }) => {
    const { order, customerId } = await returned(shop);
    const inspection = { resellable: true, amountPaise: 0, text: 'The tassels were cut.' };
    expect((await inspectReturn(shop, order.id, inspection)).state).toBe('returned');
    expect((await inspectReturn(shop, order.id, { resellable: true })).state).toBe('returned');
    expect(await refundAmounts(shop, order)).toEqual([]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    const emails = await emailsOf(shop, 'return');
    expect(emails.filter((email) => email.includes('The tassels were cut.'))).toHaveLength(1);
    expect(await readOrderOfCustomer(shop, customerId, order.id)).toMatchObject({
      state: 'returned',
      return: { inspected: true, decision: 'The tassels were cut.' },
      refunds: [],
    });
  });

  it('is not left without a refund unless a reason is given', async ({ shop }) => {
    const { order } = await returned(shop);
    await expect(
      inspectReturn(shop, order.id, { resellable: true, amountPaise: 0, text: ' ' }),
    ).rejects.toMatchObject({ name: 'reason-needed', fields: [{ field: 'text' }] });
    expect(await readWish(shop, order.id)).toMatchObject({ resellable: null });
  });

  it('is judged by five at once, and goes back once', async ({ ownShop }) => {
    const { order } = await returned(ownShop);
    await Promise.all(
      Array.from({ length: 5 }, () => inspectReturn(ownShop, order.id, { resellable: true })),
    );
    expect(await refundAmounts(ownShop, order)).toEqual([2_480_000]);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 1, held: 0 });
  });

  it('and was paid in cash: the merchant gives it back by hand, once', async ({ shop }) => {
    const { customerId, order } = await cashOrder(shop, 'meera.new', gulnar);
    await deliverOrder(shop, order.id);
    expect(await receiptsOf(shop, order)).toMatchObject([
      { provider: 'cash', providerPaymentId: order.number, amountPaise: 2_480_000 },
    ]);
    await requestReturn(shop, customerId, order.id, nothing);
    await decideReturn(shop, order.id, { approve: true });
    await receiveReturn(shop, order.id);
    await inspectReturn(shop, order.id, { resellable: true });
    expect((await emailsOf(shop, 'refund'))[0]).toContain('You paid in cash');
    const [refund] = await refundsOf(shop, order);
    const id = refund?.id ?? '';
    const message = 'How did the money go back?';
    await expect(settleRefundByHand(shop, id, ' ')).rejects.toMatchObject({
      status: 400,
      message,
      fields: [{ field: 'text', message }],
    });
    await settleRefundByHand(shop, id, 'UPI 4711');
    const [settled] = await refundsOf(shop, order);
    expect(settled).toMatchObject({ doneAt: shop.clock.now() });
    expect(settled?.providerRefundId).toContain('UPI 4711');
    await expect(settleRefundByHand(shop, id, 'UPI 4712')).rejects.toMatchObject({ name: 'no-such-refund' });
  });

  it('without having arrived: nothing is lost, and what was never paid is not refunded', async ({ shop }) => {
    const paid = await paidOrder(shop, 'meera.new', gulnar);
    const unpaid = await cashOrder(shop, 'asha.new', stole);
    const before = await readStockLevel(shop, stole);
    for (const { order } of [paid, unpaid]) {
      await packOrder(shop, order.id);
      await updateShipment(shop, order.id, 'shipped');
      await updateShipment(shop, order.id, 'rto');
      expect((await receiveReturn(shop, order.id)).state).toBe('returned_to_seller');
    }
    expect((await inspectReturn(shop, paid.order.id, { resellable: true })).state).toBe('refunded');
    expect(await refundAmounts(shop, paid.order)).toEqual([2_480_000]);
    expect(await emailsOf(shop, 'refund')).toEqual([
      expect.stringContaining('Your order could not be delivered and came back to us.'),
    ]);
    for (let times = 0; times < 2; times++)
      expect((await inspectReturn(shop, unpaid.order.id, { resellable: true })).state).toBe(
        'returned_to_seller',
      );
    expect(await readStockLevel(shop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + 1, held: 0 });
    expect(await refundAmounts(shop, unpaid.order)).toEqual([]);
    expect(await emailsOf(shop, 'refund')).toHaveLength(1);
  });

  it('is refunded with more than ₹0 if it was paid and never arrived', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await updateShipment(shop, order.id, 'shipped');
    await receiveReturn(shop, order.id);
    await expect(
      inspectReturn(shop, order.id, { resellable: true, amountPaise: 0, text: 'No.' }),
    ).rejects.toMatchObject({ name: 'refund-needed', status: 409 });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });

  it('is not inspected, nor restocked, while an unpaid order is still on its way', async ({ shop }) => {
    const { order } = await cashOrder(shop, 'asha.new', stole);
    const before = await readStockLevel(shop, stole);
    await packOrder(shop, order.id);
    await updateShipment(shop, order.id, 'shipped');
    const early = inspectReturn(shop, order.id, { resellable: true });
    await expect(early).rejects.toMatchObject({ name: 'no-such-transition' });
    expect(await readStockLevel(shop, stole)).toEqual(before);
  });

  it('is not judged before it is here', async ({ shop }) => {
    const { wish, order } = await delivered(shop);
    await wish();
    await expect(inspectReturn(shop, order.id, { resellable: true })).rejects.toMatchObject({
      name: 'no-such-transition',
    });
    await expect(receiveReturn(shop, order.id)).rejects.toMatchObject({ name: 'no-such-transition' });
  });
});
