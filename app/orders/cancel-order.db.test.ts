import { and, eq, gt } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../tests/fixtures/checkout.ts';
import {
  advanceOrderByHand,
  cancelByMerchant,
  packOrder,
  shipOrder,
} from '../../tests/fixtures/order-actions.ts';
import { unitsOf } from '../../tests/fixtures/order-in-state.ts';
import {
  cancelByCustomer,
  cashOrder,
  emailsOf,
  historyOf,
  paidOrder,
  readOrder,
  refundAmounts,
  refundsOf,
  unpaidOrder,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { findShipment } from '../shipping/shipments.server.ts';
import { stockMovements } from '../stock/tables.server.ts';
import { cancelOwnOrder } from './cancel-order.server.ts';

type Sold = { customerId: string; order: { id: string; number: string } };

const byMerchant = (shop: Shop, { order }: Sold, note?: string) => cancelByMerchant(shop, order.id, { note });

const listRestocks = (shop: Shop, { order }: Sold) =>
  shop.db
    .select()
    .from(stockMovements)
    .where(and(eq(stockMovements.reference, order.number), gt(stockMovements.change, 0)));

describe('a cancellation by the customer', () => {
  it('restocks and refunds a paid order, and queues an email [S-API-27 S-GEN-15]', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    expect((await cancelByCustomer(shop, sold)).state).toBe('cancelled');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await refundsOf(shop, sold.order)).toMatchObject([
      { amountPaise: 2_480_000, reason: 'The order was cancelled.' },
    ]);
    const unit = { state: 'cancelled', restockedAt: shop.clock.now() };
    expect(await unitsOf(shop, sold.order.id)).toMatchObject([unit]);
    const [email] = await emailsOf(shop, 'cancelled');
    expect(email).toContain(sold.order.number);
    expect(email).toContain('We are refunding you ₹24,800.');
    expect(await listRestocks(shop, sold)).toMatchObject([{ reason: 'cancelled', change: 1 }]);
  });

  it('cancels the shipment of a packed COD order, and refunds nothing', async ({ shop }) => {
    const sold = await cashOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, sold.order.id);
    await shipOrder(shop, sold.order.id, { courier: 'pretend' });
    expect(await findShipment(shop, sold.order.id, 'out')).toBeDefined();
    await cancelByCustomer(shop, sold);
    expect(await findShipment(shop, sold.order.id, 'out')).toBeUndefined();
    expect(await refundAmounts(shop, sold.order)).toEqual([]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect((await emailsOf(shop, 'cancelled'))[0]).toContain('There is nothing to pay.');
  });

  it('refunds and restocks once if it is requested ten times at once', async ({ ownShop }) => {
    const sold = await paidOrder(ownShop, 'meera.new', gulnar, stole);
    const before = await readStockLevel(ownShop, stole);
    const cancelled = await Promise.all(Array.from({ length: 10 }, () => cancelByCustomer(ownShop, sold)));
    expect(new Set(cancelled.map(({ state }) => state))).toEqual(new Set(['cancelled']));
    const [refunded, ...others] = await refundAmounts(ownShop, sold.order);
    expect(refunded).toBe((await readOrder(ownShop, sold.order.id)).totalPaise);
    expect(others).toEqual([]);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 1, held: 0 });
    expect(await readStockLevel(ownShop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + 1, held: 0 });
    expect(await listRestocks(ownShop, sold)).toHaveLength(2);
    expect(await emailsOf(ownShop, 'cancelled')).toHaveLength(1);
    const history = await historyOf(ownShop, sold.order);
    expect(history.filter(({ state }) => state === 'cancelled')).toHaveLength(1);
  });

  it('is rejected for another customer’s order [S-ROLE-05]', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    const other = await paidOrder(shop, 'asha.new', stole);
    const { customerId } = other;
    const requested = cancelOwnOrder(shop, customerId, sold.order.number);
    await expect(requested).rejects.toMatchObject({ status: 404, name: 'no-such-order' });
    expect((await readOrder(shop, sold.order.id)).state).toBe('placed');
  });
});

describe('a cancellation of an unpaid order', () => {
  it('supersedes the order once and releases its stock hold', async ({ shop }) => {
    const sold = await unpaidOrder(shop, 'meera.new', gulnar);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
    const ended = { state: 'expired', supersededAt: shop.clock.now(), supersededReason: 'cancelled' };
    expect(await cancelByCustomer(shop, sold)).toMatchObject(ended);
    const note = 'Cancelled before it was paid for.';
    expect((await historyOf(shop, sold.order)).at(-1)).toMatchObject({
      state: 'expired',
      actor: 'shopper',
      note,
    });
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await emailsOf(shop, 'cancelled')).toEqual([]);
    const [row, history] = [await readOrder(shop, sold.order.id), await historyOf(shop, sold.order)];
    shop.clock.advance(60_000);
    expect(await cancelByCustomer(shop, sold)).toEqual(row);
    expect(await historyOf(shop, sold.order)).toEqual(history);
  });

  it('refunds a payment that arrives at the same time as the cancellation', async ({ ownShop }) => {
    const sold = await unpaidOrder(ownShop, 'meera.new', gulnar);
    await Promise.all([sold.pay(), cancelByCustomer(ownShop, sold)]);
    const { state } = await readOrder(ownShop, sold.order.id);
    expect(['expired', 'cancelled']).toContain(state);
    expect(await refundAmounts(ownShop, sold.order)).toEqual([2_480_000]);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 1, held: 0 });
  });
});

describe('a cancellation of a packed order', () => {
  it('by the merchant is allowed during the pickup, and stores and emails the trimmed reason', async ({
    shop,
  }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, sold.order.id);
    await advanceOrderByHand(shop, sold.order.id, 'out_for_pickup');
    await byMerchant(shop, sold, '  A thread had broken. ');
    expect(await byMerchant(shop, sold, 'Again.')).toBe('unchanged');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    const emails = await emailsOf(shop, 'cancelled');
    expect(emails).toHaveLength(1);
    expect(emails[0]).toMatch(/We had to cancel.*A thread had broken\./s);
    const entry = { state: 'cancelled', actor: 'merchant' };
    expect((await historyOf(shop, sold.order)).at(-1)).toMatchObject({
      ...entry,
      note: 'A thread had broken.',
    });
    const withoutReason = await paidOrder(shop, 'asha.new', stole);
    await byMerchant(shop, withoutReason, '  ');
    expect((await historyOf(shop, withoutReason.order)).at(-1)).toMatchObject({ ...entry, note: null });
  });

  it('by the customer leaves state, stock, refund and email consistent if the merchant ships at the same time', async ({
    ownShop,
  }) => {
    const sold = await paidOrder(ownShop, 'meera.new', gulnar);
    await packOrder(ownShop, sold.order.id);
    const outcomes = await Promise.allSettled([
      advanceOrderByHand(ownShop, sold.order.id, 'shipped'),
      cancelByCustomer(ownShop, sold),
      advanceOrderByHand(ownShop, sold.order.id, 'out_for_pickup'),
      cancelByCustomer(ownShop, sold),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 });
    const { state } = await readOrder(ownShop, sold.order.id);
    const isCancelled = state === 'cancelled';
    const restockedAt = isCancelled ? expect.any(Date) : null;
    expect(await unitsOf(ownShop, sold.order.id)).toMatchObject([{ state, restockedAt }]);
    expect(await refundAmounts(ownShop, sold.order)).toEqual(isCancelled ? [2_480_000] : []);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: isCancelled ? 1 : 0, held: 0 });
    expect(await emailsOf(ownShop, 'cancelled')).toHaveLength(isCancelled ? 1 : 0);
  });
});
