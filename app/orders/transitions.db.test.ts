import { and, eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { andRolledBack } from '../../tests/engine/rolled-back.ts';
import { gulnar, stole } from '../../tests/fixtures/checkout.ts';
import { pathTo, setOrderState, unitsOf } from '../../tests/fixtures/order-in-state.ts';
import { cashOrder, historyOf, readOrder, unpaidOrder } from '../../tests/fixtures/sold-orders.ts';
import { it } from '../../tests/fixtures/world.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { type OrderState, orderStates } from './contract.ts';
import { transitionOrder, withLockedOrder } from './orders.server.ts';
import { orderLines, orderTransitions, orderUnits } from './tables.server.ts';
import { type Actor, actors, canTransition, transitions } from './transitions.ts';

/** Inserts an online order of these products in this state. */
async function orderIn(shop: Shop, state: OrderState, ...products: string[]): Promise<string> {
  const { order } = await unpaidOrder(shop, `customer.${state}`, ...products);
  await setOrderState(shop, order.id, state, { placedAt: shop.clock.now() });
  return order.id;
}

const transition = (shop: Shop, id: string, { to, actor }: { to: OrderState; actor: Actor }) =>
  withLockedOrder(shop, id, (tx, order) => transitionOrder(tx, order, { to, actor }));

/** Returns the message of the database error, or undefined if `work` succeeds. */
async function databaseError(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  return error === undefined ? undefined : String(error instanceof Error ? error.cause : error);
}

describe('the state machine of an order', () => {
  it('contains each transition once, is the same in the code and in the database, and has a path to every state [S-ORD-11]', async ({
    shop,
  }) => {
    const nameOf = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;
    const names = transitions.map(nameOf).toSorted();
    expect((await shop.db.select().from(orderTransitions)).map(nameOf).toSorted()).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
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
    'allows each actor only the listed transitions from the state `%s` [S-ORD-11]',
    async (from, { shop }) => {
      const id = await orderIn(shop, from);
      const before = await historyOf(shop, { id });
      for (const to of orderStates) {
        for (const actor of actors) {
          if (canTransition(from, to, actor)) {
            const state = await andRolledBack(shop, async (tx) => {
              const order = await transition(tx, id, { to, actor });
              return [order?.state, ...(await unitsOf(tx, id)).map((units) => units.state)];
            });
            expect(state, `${actor}: ${to}`).toEqual([to, to]);
          } else expect(await transition(shop, id, { to, actor }), `${actor}: ${to}`).toBeUndefined();
        }
      }
      expect((await readOrder(shop, id)).state).toBe(from);
      expect(await historyOf(shop, { id })).toEqual(before);
    },
  );

  it.for([...orderStates])(
    'allows plain SQL only the listed transitions from the state `%s` [S-ORD-11]',
    async (from, { shop }) => {
      const id = await orderIn(shop, from);
      for (const to of orderStates) {
        if (to === from) continue;
        const update = andRolledBack(shop, async ({ db }) => {
          await db.execute(sql`update order_units set state = ${to} where order_id = ${id}`);
          return to;
        });
        const isAllowed = transitions.some((each) => each.from === from && each.to === to);
        if (isAllowed) expect(await update).toBe(to);
        else expect(await databaseError(update), to).toContain(`units cannot go from ${from} to ${to}`);
      }
    },
  );

  it('allows plain SQL to insert units only in a state of a new order or of another unit of the line', async ({
    shop,
  }) => {
    const id = await orderIn(shop, 'delivered', stole, gulnar);
    await shop.db.delete(orderUnits).where(and(eq(orderUnits.orderId, id), eq(orderUnits.position, 1)));
    for (const state of orderStates) {
      const insert = (position: number) =>
        databaseError(
          andRolledBack(shop, async ({ db }) => {
            await db.insert(orderUnits).values({ orderId: id, position, quantity: 1, state });
            return state;
          }),
        );
      const message = state === 'placed' || state === 'pending_payment' ? undefined : expect.any(String);
      expect(await insert(1), state).toEqual(message);
      expect(await insert(0), state).toEqual(state === 'delivered' ? undefined : message);
    }
  });

  it('rejects, at the commit, units that do not add up to the quantity of their line', async ({
    ownShop,
  }) => {
    const { order } = await cashOrder(ownShop, 'meera.new', stole);
    const isLine = and(eq(orderLines.orderId, order.id), eq(orderLines.position, 0));
    const isUnit = eq(orderUnits.orderId, order.id);
    const unit = { orderId: order.id, position: 0, quantity: 1, state: 'placed' as const };
    const change = (work: (tx: Tx) => Promise<unknown>) => databaseError(inTransaction(ownShop, work));
    const message = `the units of line 0 of order ${order.id} do not add up to its quantity`;
    for (const work of [
      ({ db }: Tx) => db.insert(orderUnits).values(unit),
      ({ db }: Tx) => db.delete(orderUnits).where(isUnit),
      ({ db }: Tx) => db.update(orderUnits).set({ quantity: 2 }).where(isUnit),
      ({ db }: Tx) => db.update(orderLines).set({ quantity: 2 }).where(isLine),
    ])
      expect(await change(work)).toContain(message);
    const addUnit = change(async ({ db }) => {
      await db.update(orderLines).set({ quantity: 2 }).where(isLine);
      await db.insert(orderUnits).values(unit);
    });
    expect(await addUnit).toBeUndefined();
    expect(await unitsOf(ownShop, order.id)).toHaveLength(2);
  });

  it('changes only the units whose state allows the transition, and the order’s state', async ({ shop }) => {
    const { order } = await cashOrder(shop, 'meera.new', stole, gulnar);
    const isFirst = and(eq(orderUnits.orderId, order.id), eq(orderUnits.position, 0));
    await shop.db.update(orderUnits).set({ state: 'cancelled' }).where(isFirst);
    const packed = await transition(shop, order.id, { to: 'packed', actor: 'merchant' });
    expect(packed?.state).toBe('packed');
    expect((await unitsOf(shop, order.id)).map(({ state }) => state)).toEqual(['cancelled', 'packed']);
    expect(await transition(shop, order.id, { to: 'packed', actor: 'merchant' })).toBeUndefined();
    const cancelled = await transition(shop, order.id, { to: 'cancelled', actor: 'merchant' });
    expect(cancelled?.state).toBe('cancelled');
  });

  it('leaves the order, its units and its history in the same state after two concurrent transitions', async ({
    ownShop,
  }) => {
    const { order } = await cashOrder(ownShop, 'meera.new');
    const both = await Promise.all([
      transition(ownShop, order.id, { to: 'cancelled', actor: 'shopper' }),
      transition(ownShop, order.id, { to: 'packed', actor: 'merchant' }),
    ]);
    expect(both.some((order) => order !== undefined)).toBe(true);
    const entries = await historyOf(ownShop, order);
    const { state } = await readOrder(ownShop, order.id);
    expect(entries.at(-1)?.state).toBe(state);
    expect(await unitsOf(ownShop, order.id)).toMatchObject([{ state }]);
  });
});
