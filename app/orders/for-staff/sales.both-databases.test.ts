import { expect } from 'vitest';
import { gulnar, stole } from '../../../tests/fixtures/checkout.ts';
import { cancelByMerchant } from '../../../tests/fixtures/order-actions.ts';
import { cashOrder, paidOrder, unpaidOrder } from '../../../tests/fixtures/sold-orders.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { readSales } from './sales.server.ts';

it('reads the sales of the last thirty days by date in India, without cancelled and unpaid orders; percentages are null without sales [F-142]', async ({
  shop,
}) => {
  const { sales: unsold, ...nothing } = await readSales(shop);
  expect(unsold.every(({ total }) => total === 0)).toBe(true);
  expect(nothing).toEqual({ prepaidPercent: null, returnedPercent: null, bestSellers: [] });
  // At 0:15 in India, the date in UTC is the previous day.
  shop.clock.set('2026-11-20T00:15:00+05:30');
  const first = await cashOrder(shop, 'meera.new', stole);
  shop.clock.set('2026-11-21T12:00:00+05:30');
  const second = await paidOrder(shop, 'asha.new', gulnar);
  await unpaidOrder(shop, 'sofia.new', stole);
  const cancelled = await cashOrder(shop, 'ritu.new', stole);
  await cancelByMerchant(shop, cancelled.order.id);
  const { sales, prepaidPercent, returnedPercent, bestSellers } = await readSales(shop);
  expect(sales).toHaveLength(30);
  expect(sales.at(0)?.day).toBe('2026-10-23');
  expect(sales.slice(-2)).toEqual([
    { day: '2026-11-20', total: first.order.totalPaise / 100, orders: 1 },
    { day: '2026-11-21', total: second.order.totalPaise / 100, orders: 1 },
  ]);
  expect({ prepaidPercent, returnedPercent }).toEqual({ prepaidPercent: 50, returnedPercent: 0 });
  expect(bestSellers).toMatchObject([
    { id: gulnar, sold: 1, total: 24_800 },
    { id: stole, sold: 1 },
  ]);
});
