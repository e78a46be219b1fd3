import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, readStockLevel, stole } from '../../tests/fixtures/checkout.ts';
import {
  cashOrder,
  deliverOrder,
  emailsOf,
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
import { cancelOrder } from './cancel-order.server.ts';
import { packOrder, shipOrder, updateShipment } from './ship-order.server.ts';
import { orderHistory } from './tables.server.ts';

type Sold = { customerId: string; order: { id: string; number: string } };

const byShopper = (shop: Shop, { customerId, order }: Sold) =>
  cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id });
const byMerchant = (shop: Shop, { order }: Sold, note?: string) =>
  cancelOrder(shop, { actor: 'merchant', orderId: order.id, ...(note === undefined ? {} : { note }) });

async function restocked(shop: Shop, number: string) {
  const moved = await shop.db.select().from(stockMovements).where(eq(stockMovements.reference, number));
  return moved.filter(({ change }) => change > 0);
}

/** What an order has been, and with which words, the latest last. */
function historyOf(shop: Shop, { order }: Sold) {
  const { state, actor, note } = orderHistory;
  return shop.db
    .select({ state, actor, note })
    .from(orderHistory)
    .where(eq(orderHistory.orderId, order.id))
    .orderBy(orderHistory.id);
}

describe('a shopper cancels', () => {
  it('a paid order: its pieces and its money go back, and a letter says so [S-API-27 S-GEN-15]', async ({
    shop,
  }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
    expect((await byShopper(shop, sold)).state).toBe('cancelled');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await refundsOf(shop, sold.order)).toMatchObject([
      { amountPaise: 2_480_000, reason: 'The order was cancelled.' },
    ]);
    expect((await readOrder(shop, sold.order.id)).restockedAt).toEqual(shop.clock.now());
    const [email] = await emailsOf(shop, 'cancelled');
    expect(email).toContain(sold.order.number);
    expect(email).toContain('₹24,800 are on their way back to you.');
    expect(await restocked(shop, sold.order.number)).toMatchObject([{ reason: 'cancelled', change: 1 }]);
  });

  it('and the e-mail worker is woken once the letter can be read', async ({ ownShop }) => {
    const sold = await cashOrder(ownShop, 'meera.new', gulnar);
    const found: Promise<string[]>[] = [];
    await byShopper(
      { ...ownShop, wakeEmailWorker: () => void found.push(emailsOf(ownShop, 'cancelled')) },
      sold,
    );
    expect(await Promise.all(found)).toEqual([[expect.stringContaining(sold.order.number)]]);
  });

  it('an order in cash: nothing was paid, so nothing goes back', async ({ shop }) => {
    const sold = await cashOrder(shop, 'meera.new', gulnar);
    await byShopper(shop, sold);
    expect(await refundAmounts(shop, sold.order)).toEqual([]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect((await emailsOf(shop, 'cancelled'))[0]).toContain('Nothing is to be paid.');
  });

  it('again: it answers the same, and nothing goes back twice [S-ODT-15]', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    const first = await byShopper(shop, sold);
    const again = await byShopper(shop, sold);
    expect(again).toMatchObject({ id: first.id, state: 'cancelled' });
    expect(await refundAmounts(shop, sold.order)).toEqual([2_480_000]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await emailsOf(shop, 'cancelled')).toHaveLength(1);
  });

  it('ten times at once: its money and its pieces go back once', async ({ ownShop }) => {
    const sold = await paidOrder(ownShop, 'meera.new', gulnar, stole);
    const before = await readStockLevel(ownShop, stole);
    const answers = await Promise.all(Array.from({ length: 10 }, () => byShopper(ownShop, sold)));
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['cancelled']));
    const [back, ...more] = await refundAmounts(ownShop, sold.order);
    expect(back).toBe((await readOrder(ownShop, sold.order.id)).totalPaise);
    expect(more).toEqual([]);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 1, held: 0 });
    expect(await readStockLevel(ownShop, stole)).toEqual({ onHand: (before?.onHand ?? 0) + 1, held: 0 });
    expect(await restocked(ownShop, sold.order.number)).toHaveLength(2);
    expect(await emailsOf(ownShop, 'cancelled')).toHaveLength(1);
    const passed = await historyOf(ownShop, sold);
    expect(passed.filter(({ state }) => state === 'cancelled')).toHaveLength(1);
  });

  it('not another’s [S-ROLE-05]', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    const twin = await paidOrder(shop, 'asha.new', stole);
    const { customerId } = twin;
    const requested = cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: sold.order.number });
    await expect(requested).rejects.toMatchObject({ status: 404, name: 'no-such-order' });
    expect((await readOrder(shop, sold.order.id)).state).toBe('placed');
  });

  it('until it is packed, but not once it is fetched [S-ODT-14]', async ({ shop }) => {
    const packed = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, packed.order.id);
    expect((await byShopper(shop, packed)).state).toBe('cancelled');
    const fetched = await paidOrder(shop, 'asha.new', stole);
    await packOrder(shop, fetched.order.id);
    await updateShipment(shop, fetched.order.id, 'out_for_pickup');
    await expect(byShopper(shop, fetched)).rejects.toMatchObject({ status: 409, name: 'too-late-to-cancel' });
    expect((await readOrder(shop, fetched.order.id)).state).toBe('out_for_pickup');
    expect(await refundAmounts(shop, packed.order)).toHaveLength(1);
    expect(await refundAmounts(shop, fetched.order)).toEqual([]);
  });

  it('not what has arrived', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    await deliverOrder(shop, sold.order.id);
    await expect(byShopper(shop, sold)).rejects.toMatchObject({ name: 'too-late-to-cancel' });
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });

  it('a packed order whose courier is told: the parcel is given up', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, sold.order.id);
    await shipOrder(shop, sold.order.id, { courier: 'pretend' });
    expect(await findShipment(shop, sold.order.id, 'out')).toBeDefined();
    await byShopper(shop, sold);
    expect(await findShipment(shop, sold.order.id, 'out')).toBeUndefined();
  });
});

describe('a shopper cancels while it waits for its payment', () => {
  it('the order ends, and what was held is free', async ({ shop }) => {
    const sold = await unpaidOrder(shop, 'meera.new', gulnar);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 1 });
    const ended = await byShopper(shop, sold);
    expect(ended.state).toBe('expired');
    expect(ended).toMatchObject({ supersededAt: shop.clock.now(), supersededReason: 'cancelled' });
    const note = 'cancelled before it was paid';
    expect((await historyOf(shop, sold)).at(-1)).toEqual({ state: 'expired', actor: 'shopper', note });
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    expect(await emailsOf(shop, 'cancelled')).toEqual([]);
  });

  it('again, later: it answers the same, and keeps the moment at which it ended', async ({ shop }) => {
    const sold = await unpaidOrder(shop, 'meera.new', gulnar);
    const ended = await byShopper(shop, sold);
    const passed = await historyOf(shop, sold);
    shop.clock.advance(60_000);
    expect(await byShopper(shop, sold)).toEqual(ended);
    expect(await historyOf(shop, sold)).toEqual(passed);
  });

  it('money that comes afterwards goes back', async ({ shop }) => {
    const sold = await unpaidOrder(shop, 'meera.new', gulnar);
    await byShopper(shop, sold);
    expect(await sold.pay()).toBe('refunded');
    expect(await refundAmounts(shop, sold.order)).toEqual([2_480_000]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
  });

  it('and pays at the same moment: the money is never kept without an order', async ({ ownShop }) => {
    const sold = await unpaidOrder(ownShop, 'meera.new', gulnar);
    await Promise.all([sold.pay(), byShopper(ownShop, sold)]);
    const { state } = await readOrder(ownShop, sold.order.id);
    expect(['expired', 'cancelled']).toContain(state);
    expect(await refundAmounts(ownShop, sold.order)).toEqual([2_480_000]);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: 1, held: 0 });
  });
});

describe('the merchant cancels', () => {
  it('with words to the shopper, also what somebody is on the way to fetch', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, sold.order.id);
    await updateShipment(shop, sold.order.id, 'out_for_pickup');
    await byMerchant(shop, sold, 'A thread had broken; we would not send it so.');
    expect(await readStockLevel(shop)).toEqual({ onHand: 1, held: 0 });
    const [email] = await emailsOf(shop, 'cancelled');
    expect(email).toContain('A thread had broken');
    expect(email).toContain('We had to cancel');
  });

  it('and the words stand in the order’s history without the blanks around them; blanks alone are none', async ({
    shop,
  }) => {
    const worded = await paidOrder(shop, 'meera.new', gulnar);
    await byMerchant(shop, worded, '  A thread had broken. ');
    const entry = { state: 'cancelled', actor: 'merchant' };
    const [, , ...last] = await historyOf(shop, worded);
    expect(last).toEqual([{ ...entry, note: 'A thread had broken.' }]);
    const wordless = await paidOrder(shop, 'asha.new', stole);
    await byMerchant(shop, wordless, '  ');
    expect((await historyOf(shop, wordless)).at(-1)).toEqual({ ...entry, note: null });
  });

  it('no order that nobody knows', async ({ shop }) => {
    const order = { id: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c12', number: 'TB0' };
    const requested = byMerchant(shop, { customerId: '', order });
    await expect(requested).rejects.toMatchObject({ status: 404, name: 'no-such-order' });
  });

  it('not what is shipped, and not what waits for its payment', async ({ shop }) => {
    const shipped = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, shipped.order.id);
    await updateShipment(shop, shipped.order.id, 'shipped');
    await expect(byMerchant(shop, shipped)).rejects.toMatchObject({ name: 'no-such-transition' });
    const waiting = await unpaidOrder(shop, 'asha.new');
    await expect(byMerchant(shop, waiting)).rejects.toMatchObject({ name: 'no-such-transition' });
  });

  it('moves it on while the shopper cancels: one of them comes first, and the books are right', async ({
    ownShop,
  }) => {
    const sold = await paidOrder(ownShop, 'meera.new', gulnar);
    await packOrder(ownShop, sold.order.id);
    const outcomes = await Promise.allSettled([
      updateShipment(ownShop, sold.order.id, 'shipped'),
      byShopper(ownShop, sold),
      updateShipment(ownShop, sold.order.id, 'out_for_pickup'),
      byShopper(ownShop, sold),
    ]);
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
    const { state, restockedAt } = await readOrder(ownShop, sold.order.id);
    const isCancelled = state === 'cancelled';
    expect(restockedAt !== null).toBe(isCancelled);
    expect(await refundAmounts(ownShop, sold.order)).toEqual(isCancelled ? [2_480_000] : []);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: isCancelled ? 1 : 0, held: 0 });
    expect(await emailsOf(ownShop, 'cancelled')).toHaveLength(isCancelled ? 1 : 0);
  });
});

describe('what is rolled back', () => {
  it('tells nobody: no letter, no refund, nothing on the shelf', async ({ shop }) => {
    const sold = await paidOrder(shop, 'meera.new', gulnar);
    const broken = shop.db.transaction(async (db) => {
      await byShopper({ ...shop, db }, sold);
      throw new Error('the lights went out');
    });
    await expect(broken).rejects.toThrow('the lights went out');
    expect((await readOrder(shop, sold.order.id)).state).toBe('placed');
    expect(await emailsOf(shop, 'cancelled')).toEqual([]);
    expect(await refundAmounts(shop, sold.order)).toEqual([]);
    expect(await readStockLevel(shop)).toEqual({ onHand: 0, held: 0 });
  });
});
