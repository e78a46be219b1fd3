import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createDatabase, firstMigrations } from '../../../tests/engine/own-database.ts';
import { pathTo } from '../../../tests/fixtures/order-in-state.ts';
import { it } from '../../../tests/fixtures/world.ts';
import type { Database } from '../../foundation/database/database.server.ts';
import { readRows } from '../../foundation/database/read-rows.server.ts';
import type { OrderState } from '../contract.ts';

const at = '2026-11-21T06:30:00.000Z';
const closedAt = '2026-11-23T06:30:00.000Z';

/** A line of an order with one unit, and what the return that names the line found. */
type Line = { state: OrderState; found?: { accepted: boolean | null; resellable: boolean | null } };

/** Inserts an order with one return of all its lines that have findings, as the version before stored it. */
async function insertOrder({ db }: { db: Database }, number: string, lines: readonly Line[]): Promise<void> {
  const id = randomUUID();
  const returnId = randomUUID();
  const states = lines.map(({ state }) => state);
  const state = states.find((one) => one === 'returned') ?? states[0];
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into orders (id, number, state, payment_method, subtotal_paise, shipping_paise, total_paise, ship_to, cart_version, created_at, placed_at)
      values (${id}, ${number}, ${state}, 'Online', 100, 0, 100, '{}', 1, ${at}, ${at})`);
    await tx.execute(sql`
      insert into returns (id, order_id, reason, note, is_claim, requested_at, decided_at, closed_at)
      values (${returnId}, ${id}, '', '', false, ${at}, ${at},
        ${lines.some(({ found }) => found?.accepted === null) ? null : closedAt})`);
    for (const [position, { state: unit, found }] of lines.entries()) {
      await tx.execute(sql`
        insert into order_lines (order_id, position, product_id, variant_id, name, price_paise, quantity, tax_paise)
        values (${id}, ${position}, 'A', ${`A-${position}`}, 'Stole', 100, 1, 0)`);
      await tx.execute(sql`
        insert into order_units (order_id, position, quantity, state, return_id)
        values (${id}, ${position}, 1, 'pending_payment', ${found ? returnId : null})`);
      for (const next of pathTo(unit))
        await tx.execute(
          sql`update order_units set state = ${next} where order_id = ${id} and position = ${position}`,
        );
      if (!found) continue;
      await tx.execute(sql`
        insert into return_lines (return_id, position, quantity, approved, accepted, resellable)
        values (${returnId}, ${position}, 1, true, ${found.accepted}, ${found.resellable})`);
      if (found.accepted !== null)
        await tx.execute(
          sql`update order_units set inspected_at = ${closedAt} where order_id = ${id} and position = ${position}`,
        );
    }
  });
}

const Orders = z.object({
  number: z.string(),
  state: z.string(),
  units: z.array(z.string()),
  declined: z.array(z.unknown()).nullable(),
});

const refused = { accepted: false, resellable: false };

it('units that an inspection refused before the upgrade are of a declined return, and their orders say so', async ({
  world,
}) => {
  const testDatabase = await createDatabase(world, false);
  onTestFinished(testDatabase.remove);
  const before = await testDatabase.open(firstMigrations(16));
  await insertOrder(before, 'all refused', [{ state: 'returned', found: refused }]);
  await insertOrder(before, 'one refused, one kept', [
    { state: 'returned', found: refused },
    { state: 'delivered' },
  ]);
  await insertOrder(before, 'one refused, one refunded', [
    { state: 'returned', found: refused },
    { state: 'refunded', found: { accepted: true, resellable: true } },
  ]);
  await insertOrder(before, 'taken back without a refund, one kept', [
    { state: 'returned', found: { accepted: true, resellable: false } },
    { state: 'delivered' },
  ]);
  await insertOrder(before, 'refused and on sale again', [
    { state: 'returned', found: { accepted: false, resellable: true } },
  ]);
  await insertOrder(before, 'not inspected, one kept', [
    { state: 'returned', found: { accepted: null, resellable: null } },
    { state: 'delivered' },
  ]);
  await before.close();

  const { db, close } = await testDatabase.open();
  const rows = readRows(
    Orders,
    await db.execute(sql`
      select number, state,
        (select array_agg(unit.state order by position) from order_units as unit where unit.order_id = orders.id) as units,
        (select jsonb_agg(jsonb_build_array(entry.lines, entry.at = ${closedAt}::timestamptz)) from order_history as entry
          where entry.order_id = orders.id and entry.state = 'return_rejected') as declined
      from orders order by number`),
  );
  await close();
  const first = [{ position: 0, quantity: 1 }];
  expect(rows).toEqual([
    { number: 'all refused', state: 'return_rejected', units: ['return_rejected'], declined: [[null, true]] },
    {
      number: 'not inspected, one kept',
      state: 'returned',
      units: ['returned', 'delivered'],
      declined: null,
    },
    {
      number: 'one refused, one kept',
      state: 'delivered',
      units: ['return_rejected', 'delivered'],
      declined: [[first, true]],
    },
    {
      number: 'one refused, one refunded',
      state: 'refunded',
      units: ['return_rejected', 'refunded'],
      declined: [[first, true]],
    },
    { number: 'refused and on sale again', state: 'returned', units: ['returned'], declined: null },
    {
      number: 'taken back without a refund, one kept',
      state: 'delivered',
      units: ['returned', 'delivered'],
      declined: null,
    },
  ]);
});
