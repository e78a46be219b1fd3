import { expect } from 'vitest';
import { gulnar, stole } from '../../../tests/fixtures/checkout.ts';
import { cashOrder, unpaidOrder } from '../../../tests/fixtures/sold-orders.ts';
import { it } from '../../../tests/fixtures/world.ts';
import {
  countOrdersOf,
  countPlacedOrders,
  exportOrdersOf,
  readOrdersOf,
} from './orders-of-customer.server.ts';

it('reads and exports one customer’s orders, newest first, also unpaid ones, and counts the placed ones [F-136]', async ({
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
