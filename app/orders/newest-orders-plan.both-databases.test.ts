import { isNotNull, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { keyset } from '../foundation/database/keyset.server.ts';
import { orders } from './tables.server.ts';

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
