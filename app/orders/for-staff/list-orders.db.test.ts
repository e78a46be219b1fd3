import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { rowsOfAllPages } from '../../../tests/fixtures/all-pages.ts';
import { gulnar, stole } from '../../../tests/fixtures/checkout.ts';
import { orderOf, saree, suit } from '../../../tests/fixtures/invoices.ts';
import {
  advanceOrderByHand,
  inspectReturn,
  packOrder,
  refundOrder,
  shipOrder,
} from '../../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import {
  cashOrder,
  manualShipping,
  paidOrder,
  readOrder,
  unpaidOrder,
} from '../../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { OrdersQuery } from '../../admin/orders/contract.ts';
import { packOrders } from '../../admin/orders/order-action.server.ts';
import { inTransaction } from '../../foundation/shop.server.ts';
import { refunds } from '../../payments/tables.server.ts';
import { insertOrder, savePrivateNote } from '../orders.server.ts';
import { orderLines, orders } from '../tables.server.ts';
import { listOrders } from './list-orders.server.ts';
import {
  countOrdersOf,
  countPlacedOrders,
  exportOrdersOf,
  readOrdersOf,
} from './orders-of-customer.server.ts';
import { readPrintouts } from './printouts.server.ts';

const find = async (shop: TestShop, requested: object = {}) => {
  const { rows, next } = await listOrders(shop, { ...OrdersQuery.parse(requested), limit: 30 });
  return { numbers: rows.map(({ number }) => number), rows, next };
};

describe('the staff’s list of orders [F-130]', () => {
  it.for(['', 'placed', 'total', '-total'])(
    'contains each order once across pages with the sort order “%s”, even if all orders have the same time and total',
    async (sort, { shop }) => {
      const { order } = await cashOrder(shop, 'meera.new');
      const { id: _, number: __, ...like } = order;
      // The orders differ only in their ids and numbers.
      await shop.db.insert(orders).values(Array.from({ length: 64 }, () => like));
      const seen = await rowsOfAllPages(async (after) => {
        const { numbers, next } = await find(shop, { after, sort });
        return { rows: numbers, next };
      });
      expect(new Set(seen).size).toBe(65);
      expect(seen).toHaveLength(65);
    },
  );

  it('searches number, name, phone number and product literally, and omits unpaid orders if there is no search or state filter', async ({
    shop,
  }) => {
    const { order } = await cashOrder(shop, 'meera.new', gulnar);
    await cashOrder(shop, 'asha.new', stole);
    for (const q of [order.number.toLowerCase(), 'TB-SAR-001', 'tb-sar', 'Gulnar', 'gulnar banarasi'])
      expect((await find(shop, { q })).numbers, q).toEqual([order.number]);
    for (const q of ['meera jos', '98290 00000', '+91 98290-00000', 'MEERA'])
      expect((await find(shop, { q })).numbers, q).toHaveLength(2);
    const unpaid = (await unpaidOrder(shop, 'ritu.new')).order.number;
    expect((await find(shop)).numbers).not.toContain(unpaid);
    expect((await find(shop, { q: unpaid })).numbers).toEqual([unpaid]);
    expect((await find(shop, { state: 'pending_payment' })).numbers).toEqual([unpaid]);
    for (const q of ['%', '_', 'Gul%nar', 'Gulna_', 'unknown', "'"])
      expect((await find(shop, { q })).numbers, q).toEqual([]);
  });

  it('filters by state, by payment and by pending work, and sorts by total', async ({ shop }) => {
    const paid = await paidOrder(shop, 'meera.new', gulnar);
    const cash = await cashOrder(shop, 'asha.new');
    const numbers = [cash.order.number, paid.order.number];
    expect((await find(shop, { sort: 'total' })).numbers).toEqual(numbers);
    expect((await find(shop, { sort: '-total' })).numbers).toEqual(numbers.toReversed());
    expect((await find(shop, { payment: 'COD' })).numbers).toEqual([cash.order.number]);
    expect((await find(shop, { state: 'packed' })).numbers).toEqual([]);
    const waiting = async () => {
      const found: Record<string, string[]> = {};
      for (const waits of ['refund', 'shipment', 'pickup', 'cash', 'inspect'])
        found[waits] = (await find(shop, { waits })).numbers;
      return found;
    };
    const nothing = { refund: [], shipment: [], pickup: [], cash: [], inspect: [] };
    await refundOrder(shop, paid.order.id, { amountPaise: 100, reason: 'A flaw.' });
    expect(await waiting()).toEqual(nothing);
    await shop.db.update(refunds).set({ failedAt: shop.clock.now() }).where(eq(refunds.amountPaise, 100));
    const rest = { ...nothing, refund: [paid.order.number] };
    expect(await waiting()).toEqual(rest);
    await packOrder(shop, cash.order.id);
    expect(await waiting()).toEqual({ ...rest, pickup: [cash.order.number] });
    await shipOrder(shop, cash.order.id, { courier: 'manual', manual: manualShipping });
    expect(await waiting()).toEqual({ ...rest, cash: [cash.order.number] });
    await advanceOrderByHand(shop, cash.order.id, 'returned_to_seller');
    expect(await waiting()).toEqual({ ...rest, inspect: [cash.order.number] });
    await inspectReturn(shop, cash.order.id, { resellable: true });
    expect(await waiting()).toEqual(rest);
  });

  it('packs several orders, reports those that cannot be packed, and prints packing slips for all of them', async ({
    shop,
  }) => {
    const staff = await signInAsStaff(shop, 'staff');
    const actor = { ...staff, name: '', sessionId: '', factorAt: shop.clock.now() };
    const one = await cashOrder(shop, 'meera.new');
    const waiting = await unpaidOrder(shop, 'asha.new', gulnar);
    const ids = [one.order.id, waiting.order.id];
    const reason = 'This order has changed in the meantime. Please reload it.';
    const refused = [{ number: waiting.order.number, reason }];
    expect(await packOrders(shop, actor, ids)).toEqual({ packed: [one.order.number], refused });
    const { printouts } = await readPrintouts(shop, ids);
    expect(printouts).toMatchObject([
      { number: one.order.number, invoice: { kind: 'invoice' } },
      { number: waiting.order.number, amountToCollect: 0, invoice: null },
    ]);
  });

  it('prints packing slips in the given sequence, with the order lines and the amount to collect', async ({
    shop,
  }) => {
    const insert = (number: string, paymentMethod: 'COD' | 'Online') => {
      const { order, lines } = orderOf([saree, { ...suit, quantity: 3 }], { shippingPaise: 9950 });
      const { id: _, ...draft } = { ...order, number, paymentMethod, state: 'placed' as const };
      return inTransaction(shop, (tx) => insertOrder(tx, draft, lines));
    };
    const [cash, paid] = [await insert('TB90001', 'COD'), await insert('TB90002', 'Online')];
    // Without `order by`, PostgreSQL returns an updated row last.
    await shop.db.update(orderLines).set({ image: null }).where(eq(orderLines.position, 0));
    const lines = [
      { name: 'Gulnar', sizeLabel: null, quantity: 1 },
      { name: 'Neel suit', sizeLabel: 'M', quantity: 3 },
    ];
    const ids = [paid, cash, paid].map(({ order }) => order.id);
    expect((await readPrintouts(shop, ids)).printouts).toMatchObject([
      { number: 'TB90002', paymentMethod: 'Online', amountToCollect: 0, lines },
      { number: 'TB90001', paymentMethod: 'COD', amountToCollect: 55_299.5, lines },
    ]);
  });
});

it('lists and exports all orders of a customer, newest first, and counts the placed orders separately [F-136]', async ({
  shop,
}) => {
  const first = await cashOrder(shop, 'meera.new', stole);
  await cashOrder(shop, 'asha.new', stole);
  shop.clock.advance(1000);
  const second = await unpaidOrder(shop, 'meera.new', gulnar);
  const numbers = [second.order.number, first.order.number];
  const read = await readOrdersOf(shop, first.customerId);
  expect(read.orders.map(({ number }) => number)).toEqual(numbers);
  expect(read.orderCount).toBe(2);
  expect(await countOrdersOf(shop, first.customerId)).toBe(2);
  const counts = await countPlacedOrders(shop, [first.customerId]);
  expect(counts).toEqual(new Map([[first.customerId, { count: 1, lastAt: first.order.placedAt }]]));
  const exported = await exportOrdersOf(shop, first.customerId);
  expect(exported.map((order) => order.channel_order_id)).toEqual(numbers);
});

it('replaces a private note only if the order exists and its current note equals `before`', async ({
  shop,
}) => {
  const { order } = await cashOrder(shop, 'meera.new', gulnar);
  const other = await cashOrder(shop, 'asha.new', stole);
  const saveNote = (privateNote: string, before: string) =>
    savePrivateNote(shop, order.id, { privateNote, before });
  expect(await saveNote('Call before noon', '')).toBe(true);
  expect(await saveNote('Call after noon', '')).toBe(false);
  expect((await readOrder(shop, order.id)).privateNote).toBe('Call before noon');
  expect(await saveNote('', 'Call before noon')).toBe(true);
  expect((await readOrder(shop, other.order.id)).privateNote).toBe('');
  expect(await savePrivateNote(shop, crypto.randomUUID(), { privateNote: 'Call', before: '' })).toBe(false);
});
