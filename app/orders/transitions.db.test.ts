import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { andRolledBack } from '../../tests/engine/rolled-back.ts';
import { pathTo } from '../../tests/fixtures/order-in-state.ts';
import { cashOrder, paidOrder, readOrder, unpaidOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { type OrderState, orderStates } from './contract.ts';
import { transitionOrder } from './orders.server.ts';
import { orderHistory, orders, orderTransitions } from './tables.server.ts';
import { actors, canTransition, statesBefore, transitions } from './transitions.ts';

/** Creates an online order and updates the row along a path of transitions to `state`. */
async function orderIn(shop: Shop, state: OrderState): Promise<string> {
  const { order } = await unpaidOrder(shop, `somebody.${state}`);
  const placedAt = shop.clock.now();
  await shop.db.update(orders).set({ placedAt }).where(eq(orders.id, order.id));
  for (const next of pathTo(state))
    await shop.db.update(orders).set({ state: next }).where(eq(orders.id, order.id));
  return order.id;
}

describe('the table of transitions', () => {
  it('contains the same pairs of states in the code and in the database [S-ORD-11]', async ({ shop }) => {
    const rows = await shop.db.select().from(orderTransitions);
    const nameOf = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;
    expect(rows.map(nameOf).toSorted()).toEqual(transitions.map(nameOf).toSorted());
  });

  it('contains each transition once, and has a path to every state', () => {
    expect(new Set(transitions.map(({ from, to }) => `${from} ${to}`)).size).toBe(transitions.length);
    for (const state of orderStates.slice(1)) expect(pathTo(state).at(-1)).toBe(state);
  });

  it('never returns an order to an earlier state', () => {
    const reachableFrom = (state: OrderState, seen: readonly OrderState[] = []): OrderState[] =>
      transitions
        .filter(({ from, to }) => from === state && !seen.includes(to))
        .flatMap(({ to }) => [to, ...reachableFrom(to, [...seen, to])]);
    for (const state of orderStates) expect(reachableFrom(state), state).not.toContain(state);
  });

  it.for([...orderStates])(
    'allows each actor only the table’s transitions from the state `%s` [S-ORD-11]',
    async (from, { shop }) => {
      const id = await orderIn(shop, from);
      const before = await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, id));
      for (const to of orderStates) {
        for (const actor of actors) {
          if (canTransition(from, to, actor)) {
            const state = await andRolledBack(shop, async (tx) => {
              const order = await transitionOrder(tx, id, { to, actor });
              return order?.state;
            });
            expect(state, `${actor}: ${to}`).toBe(to);
          } else expect(await transitionOrder(shop, id, { to, actor }), `${actor}: ${to}`).toBeUndefined();
        }
      }
      expect((await readOrder(shop, id)).state).toBe(from);
      expect(await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, id))).toEqual(before);
    },
  );

  it.for([...orderStates])(
    'allows plain SQL only the table’s transitions from the state `%s` [S-ORD-11]',
    async (from, { shop }) => {
      const id = await orderIn(shop, from);
      for (const to of orderStates) {
        if (to === from) continue;
        const update = andRolledBack(shop, async ({ db }) => {
          await db.execute(sql`update orders set state = ${to} where id = ${id}`);
          return to;
        });
        const isAllowed = transitions.some((each) => each.from === from && each.to === to);
        if (isAllowed) expect(await update).toBe(to);
        else {
          const error: unknown = await update.then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          expect(String(error instanceof Error ? error.cause : error), to).toContain(
            `an order cannot go from ${from} to ${to}`,
          );
        }
      }
    },
  );

  it('allows inserting an order only as `placed` or `pending_payment`', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new');
    const { id: _, number: _number, ...rest } = await readOrder(shop, order.id);
    for (const state of orderStates) {
      const inserted = andRolledBack(shop, async ({ db }) => {
        await db.insert(orders).values({ ...rest, state });
        return state;
      });
      if (state === 'placed' || state === 'pending_payment') expect(await inserted).toBe(state);
      else await expect(inserted, state).rejects.toThrow();
    }
  });

  it('keeps state and history consistent if two transitions of an order are concurrent', async ({
    ownShop,
  }) => {
    const { order } = await cashOrder(ownShop, 'meera.new');
    const both = await Promise.all([
      transitionOrder(ownShop, order.id, { to: 'cancelled', actor: 'shopper' }),
      transitionOrder(ownShop, order.id, { to: 'packed', actor: 'merchant' }),
    ]);
    expect(both.some((order) => order !== undefined)).toBe(true);
    const entries = await ownShop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(entries.at(-1)?.state).toBe((await readOrder(ownShop, order.id)).state);
  });

  it('allows the customer to cancel only before the pickup [S-ODT-14]', () => {
    expect(statesBefore('cancelled', 'shopper')).toEqual(['placed', 'packed']);
  });
});
