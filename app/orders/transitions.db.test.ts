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

/** An order that is paid online, brought into this state by plain SQL. */
async function orderIn(shop: Shop, state: OrderState): Promise<string> {
  const { order } = await unpaidOrder(shop, `somebody.${state}`);
  const placedAt = shop.clock.now();
  await shop.db.update(orders).set({ placedAt }).where(eq(orders.id, order.id));
  for (const next of pathTo(state))
    await shop.db.update(orders).set({ state: next }).where(eq(orders.id, order.id));
  return order.id;
}

describe('the table of moves', () => {
  it('is the same in the code and in the database [S-ORD-11]', async ({ shop }) => {
    const rows = await shop.db.select().from(orderTransitions);
    const named = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;
    expect(rows.map(named).toSorted()).toEqual(transitions.map(named).toSorted());
  });

  it('names each move once, and every state can be reached', () => {
    expect(new Set(transitions.map(({ from, to }) => `${from} ${to}`)).size).toBe(transitions.length);
    for (const state of orderStates.slice(1)) expect(pathTo(state).at(-1)).toBe(state);
  });

  it('never leads back: no state comes again', () => {
    const reach = (state: OrderState, seen: readonly OrderState[] = []): OrderState[] =>
      transitions
        .filter(({ from, to }) => from === state && !seen.includes(to))
        .flatMap(({ to }) => [to, ...reach(to, [...seen, to])]);
    for (const state of orderStates) expect(reach(state), state).not.toContain(state);
  });

  it.for([...orderStates])(
    'from %s every actor brings an order only where the table says [S-ORD-11]',
    async (from, { shop }) => {
      const id = await orderIn(shop, from);
      const before = await shop.db.select().from(orderHistory).where(eq(orderHistory.orderId, id));
      for (const to of orderStates) {
        for (const actor of actors) {
          if (canTransition(from, to, actor)) {
            const state = await andRolledBack(shop, async (tx) => {
              const moved = await transitionOrder(tx, id, { to, actor });
              return moved?.state;
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
    'from %s plain SQL leads nowhere else either [S-ORD-11]',
    async (from, { shop }) => {
      const id = await orderIn(shop, from);
      for (const to of orderStates) {
        if (to === from) continue;
        const raw = andRolledBack(shop, async ({ db }) => {
          await db.execute(sql`update orders set state = ${to} where id = ${id}`);
          return to;
        });
        const may = transitions.some((move) => move.from === from && move.to === to);
        if (may) expect(await raw).toBe(to);
        else {
          const error: unknown = await raw.then(
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

  it('lets no order begin but as placed, or waiting for its payment', async ({ shop }) => {
    const { order } = await paidOrder(shop, 'meera.new');
    const { id: _, number: _number, ...rest } = await readOrder(shop, order.id);
    for (const state of orderStates) {
      const begun = andRolledBack(shop, async ({ db }) => {
        await db.insert(orders).values({ ...rest, state });
        return state;
      });
      if (state === 'placed' || state === 'pending_payment') expect(await begun).toBe(state);
      else await expect(begun, state).rejects.toThrow();
    }
  });

  it('asks the state in the update itself: of two who move an order at once, one does', async ({
    ownShop,
  }) => {
    const { order } = await cashOrder(ownShop, 'meera.new');
    const both = await Promise.all([
      transitionOrder(ownShop, order.id, { to: 'cancelled', actor: 'shopper' }),
      transitionOrder(ownShop, order.id, { to: 'packed', actor: 'merchant' }),
    ]);
    expect(both.some((moved) => moved !== undefined)).toBe(true);
    const passed = await ownShop.db.select().from(orderHistory).where(eq(orderHistory.orderId, order.id));
    expect(passed.at(-1)?.state).toBe((await readOrder(ownShop, order.id)).state);
  });

  it('a shopper cancels until it is fetched, and never afterwards [S-ODT-14]', () => {
    expect(statesBefore('cancelled', 'shopper')).toEqual(['placed', 'packed']);
  });
});
