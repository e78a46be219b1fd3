import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { decideReturn, packOrder, refundOrder, shipOrder } from '../../tests/fixtures/order-actions.ts';
import {
  cancelByCustomer,
  cashOrder,
  deliverOrder,
  manualShipping,
  paidOrder,
  unpaidOrder,
} from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction } from '../foundation/shop.server.ts';
import { refunds } from '../payments/tables.server.ts';
import { shipments, trackingEvents } from '../shipping/tables.server.ts';
import { Order } from './contract.ts';
import {
  extendOrder,
  listMoneyEvents,
  listOrdersOfCustomer,
  readOrderOfCustomer,
  readOrderStatus,
} from './customer-orders.server.ts';
import { requestReturn } from './returns/return-order.server.ts';
import { orders } from './tables.server.ts';

const firstPage = { limit: 50, offset: 0 };

describe('an order that its customer reads', () => {
  it('has exactly the fields of its schema, with the correct sums [S-DATA-15 S-DATA-16 S-DATA-17]', async ({
    shop,
  }) => {
    const { customerId, order } = await paidOrder(shop, 'meera.new', stole, stole);
    const shown = await readOrderOfCustomer(shop, customerId, order.number);
    expect(Order.strict().parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({
      ...{ _id: order.id, channel_order_id: order.number, placedAt: shop.clock.now().toISOString() },
      ...{ shipping_charges: 0, total: 900, mrpTotal: 1200, codAmount: 0, paymentMethod: 'Online' },
      ...{ tracking_info: null, label_url: null, mayCancel: true, mayReturn: false },
      ...{ returnableUntil: null, returns: [], refunds: [], userId: order.shipTo },
      orderItems: [
        {
          ...{ proId: stole, image: 'tb-sto-001-1.jpg', mrp: 600, qnty: 2 },
          ...{ productPriceAfterDiscount: 450, priceAfterQnty: 900 },
        },
      ],
    });
    expect(shown.statusHistory.map(({ status }) => status)).toEqual(['Order Placed']);
  });

  it('has an invoice as soon as it is packed, and a tracking link as soon as it is shipped [S-DATA-15 S-ODT-11 S-ODT-12]', async ({
    shop,
  }) => {
    const { customerId, order } = await cashOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    const packed = await readOrderOfCustomer(shop, customerId, order.id);
    expect(packed).toMatchObject({ tracking_info: null, codAmount: 24800, mayCancel: true });
    expect(packed.label_url).toMatch(/^\/invoice\//);
    await shipOrder(shop, order.id, { courier: 'manual', manual: manualShipping });
    const sent = await readOrderOfCustomer(shop, customerId, order.id);
    expect(sent.tracking_info).toEqual({ tracking_data: { track_url: manualShipping.trackUrl } });
    expect(sent.mayCancel).toBe(false);
  });

  it('has the end of its return period, its returns and its refunds [S-ODT-16]', async ({ shop }) => {
    const { customerId, order } = await paidOrder(shop, 'meera.new', gulnar);
    await deliverOrder(shop, order.id);
    const until = new Date('2026-11-28T12:00:00+05:30');
    const arrived = { mayReturn: true, returnableUntil: until.toISOString() };
    expect(await readOrderOfCustomer(shop, customerId, order.id)).toMatchObject(arrived);
    const late = { ...shop, clock: { now: () => until } };
    expect(await readOrderOfCustomer(late, customerId, order.id)).toMatchObject({ mayReturn: false });
    await refundOrder(shop, order.id, { amountPaise: 10_050, reason: 'A flaw.' });
    await requestReturn(shop, customerId, order.id, { reason: 'Something else', note: 'Too long.' });
    await decideReturn(shop, order.id, { approve: false, text: 'It was worn.' });
    expect(await readOrderOfCustomer(shop, customerId, order.id)).toMatchObject({
      state: 'return_rejected',
      returns: [{ reason: 'Something else', note: 'Too long.', approved: false, decision: 'It was worn.' }],
      refunds: [{ amount: 100.5, reason: 'A flaw.', state: 'asked' }],
    });
  });

  it('has the latest history entry as its status, even if the entry is a courier’s text that the shop does not know [S-DATA-24 S-API-26]', async ({
    shop,
  }) => {
    const { customerId, order } = await paidOrder(shop, 'meera.new', gulnar);
    await packOrder(shop, order.id);
    await shipOrder(shop, order.id, { courier: 'manual', manual: manualShipping });
    expect(await readOrderStatus(shop, customerId, order.number)).toMatchObject({
      ...{ success: true, status: 'Shipped', state: 'shipped', promisedBy: '2026-11-28' },
    });
    const [shipment] = await shop.db.select().from(shipments).where(eq(shipments.reference, order.id));
    const receivedAt = new Date(shop.clock.now().getTime() + 1);
    const scan = { fingerprint: 'one', step: null, description: 'Misrouted', location: 'Ajmer' };
    const event = { ...scan, shipmentId: shipment?.id ?? '', at: receivedAt, receivedAt };
    await shop.db.insert(trackingEvents).values(event);
    const reported = await readOrderStatus(shop, customerId, order.id);
    expect(reported).toMatchObject({ status: 'Misrouted', state: 'shipped' });
    expect(reported.statusHistory.at(-1)).toMatchObject({ state: null, note: 'Ajmer' });
  });
});

describe('the list of a customer’s orders', () => {
  it('begins with the newest order, includes orders that can still be paid, and omits other unpaid orders [S-API-24]', async ({
    shop,
  }) => {
    const { customerId, order: first } = await paidOrder(shop, 'meera.new', gulnar);
    shop.clock.advance(60_000);
    const { order: second } = await cashOrder(shop, 'meera.new', stole);
    shop.clock.advance(60_000);
    const { order: third } = await unpaidOrder(shop, 'meera.new', stole);
    await paidOrder(shop, 'asha.new', stole);
    const { orders, total } = await listOrdersOfCustomer(shop, customerId, firstPage);
    expect(orders.map(({ _id }) => _id)).toEqual([third.id, second.id, first.id]);
    expect(total).toBe(3);
    shop.clock.advance(15 * 60_000);
    const later = await listOrdersOfCustomer(shop, customerId, firstPage);
    expect(later.orders.map(({ _id }) => _id)).toEqual([second.id, first.id]);
    expect(later.total).toBe(2);
    await cancelByCustomer(shop, await unpaidOrder(shop, 'meera.new', stole));
    const page = await listOrdersOfCustomer(shop, customerId, { limit: 1, offset: 1 });
    expect(page.orders.map(({ _id }) => _id)).toEqual([first.id]);
    expect(page.total).toBe(2);
  });

  it('lists each order once across pages, even if all orders have the same time', async ({ shop }) => {
    const { customerId, order } = await cashOrder(shop, 'meera.new');
    const { id: _, number: __, ...like } = order;
    await shop.db.insert(orders).values(Array.from({ length: 59 }, () => like));
    const listedIds = new Set<string>();
    for (let offset = 0; offset < 60; offset += 7) {
      const page = await listOrdersOfCustomer(shop, customerId, { limit: 7, offset });
      expect(page.total).toBe(60);
      for (const { _id } of page.orders) listedIds.add(_id);
    }
    expect(listedIds.size).toBe(60);
  });
});

it('extends the expiry of an order only for its own customer, and only while the order can be paid', async ({
  shop,
}) => {
  const { customerId, order } = await unpaidOrder(shop, 'meera.new');
  const other = await unpaidOrder(shop, 'asha.new', gulnar);
  const later = new Date(shop.clock.now().getTime() + 30 * 60_000);
  const extend = (by: string, orderId: string) =>
    inTransaction(shop, (tx) => extendOrder(tx, by, orderId, later));
  expect(await extend(other.customerId, order.id)).toBeUndefined();
  expect(await extend(customerId, order.id)).toMatchObject({ expiresAt: later });
  await cancelByCustomer(shop, { customerId, order });
  expect(await extend(customerId, order.id)).toBeUndefined();
  shop.clock.advance(15 * 60_000);
  expect(await extend(other.customerId, other.order.id)).toBeUndefined();
});

describe('the list of payments and refunds', () => {
  it('sorts payments and refunds by time, and states whether a refund is requested, sent or done [S-PROF-23]', async ({
    shop,
  }) => {
    const first = await paidOrder(shop, 'meera.new', gulnar);
    shop.clock.advance(60_000);
    const second = await paidOrder(shop, 'meera.new', stole);
    shop.clock.advance(60_000);
    await refundOrder(shop, first.order.id, { amountPaise: 100_00, reason: 'A flaw.' });
    const now = shop.clock.now();
    for (const [change, state] of [
      [{ sentAt: null }, 'asked'],
      [{ sentAt: now }, 'sent'],
      [{ doneAt: now }, 'done'],
    ] as const) {
      await shop.db.update(refunds).set(change);
      expect(await listMoneyEvents(shop, first.customerId)).toMatchObject([
        { kind: 'refund', orderId: first.order.id, amount: 100, state },
        { kind: 'payment', orderId: second.order.id, amount: 450, state: 'received' },
        { kind: 'payment', orderId: first.order.id, amount: 24800, state: 'received' },
      ]);
    }
  });
});
