import { isNotNull, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { countStatements } from '../../tests/fixtures/count-statements.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import { cancelByCustomer, cashOrder, deliverOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { keyset } from '../foundation/database/keyset.server.ts';
import { listMoneyEvents, listOrdersOfCustomer, readOrderOfCustomer } from './customer-orders.server.ts';
import { orders } from './tables.server.ts';

it('runs as many SQL statements to list twelve orders as to list one order [S-API-24]', async ({ shop }) => {
  await liftOrderLimits(shop);
  const one = await cashOrder(shop, 'meera.new');
  const twelve = await cashOrder(shop, 'asha.new');
  await deliverOrder(shop, twelve.order.id);
  for (let more = 0; more < 11; more++) await cashOrder(shop, 'asha.new');
  const list = ({ customerId }: typeof one) =>
    countStatements(async () => {
      await listOrdersOfCustomer(shop, customerId, { limit: 50, offset: 0 });
    });
  expect(await list(twelve)).toBe(await list(one));
  expect(await list(one)).toBeLessThanOrEqual(13);
  const read = () => readOrderOfCustomer(shop, one.customerId, one.order.id);
  expect(await countStatements(read)).toBeLessThanOrEqual(13);
  expect(await countStatements(() => listMoneyEvents(shop, twelve.customerId))).toBe(3);
});

it('cancels an order with at most thirty SQL statements [S-API-27]', async ({ shop }) => {
  const sold = await cashOrder(shop, 'meera.new');
  expect(await countStatements(() => cancelByCustomer(shop, sold))).toBeLessThanOrEqual(30);
});

it('reads a customer’s newest orders from the index, without sorting all orders', async ({ shop }) => {
  await shop.db.execute(sql`
    insert into orders (state, payment_method, subtotal_paise, shipping_paise, total_paise, ship_to, cart_version, created_at, placed_at)
    select 'placed', 'Online', 100, 0, 100, '{}', 1, now(), now() - n * interval '1 minute' from generate_series(1, 5000) as n`);
  await shop.db.execute(sql`analyze orders`);
  const newest = shop.db
    .select()
    .from(orders)
    .where(isNotNull(orders.placedAt))
    .orderBy(...keyset(orders.placedAt, orders.id, 'desc').orderBy)
    .limit(51);
  const plan = JSON.stringify(await shop.db.execute(sql`explain ${newest}`));
  expect(plan).toContain('orders_newest');
  expect(plan).not.toContain('Sort');
});
