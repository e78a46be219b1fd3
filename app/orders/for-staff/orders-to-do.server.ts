import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { OrderState } from '../contract.ts';
import { hasUnitsToInspect } from '../order-units.server.ts';
import { returns } from '../returns/tables.server.ts';
import { orders } from '../tables.server.ts';
import { backStates, statesAwaitingPickup, statesBeforeDispatch, statesInTransit } from '../transitions.ts';
import type { CashOutstanding, OrdersToDo } from './contract.ts';

const maxExamples = 3;

/** SQL condition for packed orders that the courier has not picked up, with or without a shipment. */
export const awaitingPickupCondition = inArray(orders.state, statesAwaitingPickup);

/** SQL condition for orders whose cash the courier still has to collect. */
export const cashOutstandingCondition = and(
  eq(orders.paymentMethod, 'COD'),
  inArray(orders.state, statesInTransit),
);

/** Counts the orders whose cash the courier still has to collect, and adds up their amounts. Runs one statement. */
export async function readCashOutstanding({ db }: Shop): Promise<CashOutstanding> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      paise: sql`coalesce(sum(${orders.totalPaise} - ${orders.cancelledPaise}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(cashOutstandingCondition);
  return { count: row?.count ?? 0, amount: toRupees(row?.paise ?? 0) };
}

/**
 * Columns that count orders, for use in another query: orders to pack, orders to hand to the courier, and orders with a return to
 * decide.
 */
export const countOrdersToDo = ({ db }: Shop) => ({
  toPack: db.$count(orders, eq(orders.state, 'placed')),
  awaitingPickup: db.$count(orders, awaitingPickupCondition),
  returnsToDecide: db.$count(orders, eq(orders.state, 'return_requested')),
});

/** Counts the orders that staff have to pack, ship, decide on or inspect, with examples. Runs one statement. */
export async function readOrdersToDo(shop: Shop): Promise<OrdersToDo> {
  const atOnce: OrderState[] = [...statesBeforeDispatch, 'return_requested'];
  const rows = await shop.db
    .select({
      state: orders.state,
      count: sql<number>`count(*)::int`,
      numbers: sql<
        string[]
      >`(array_agg(${orders.number} order by ${orders.placedAt}))[1:${sql.raw(String(maxExamples))}]`,
      reason: sql<string | null>`(array_agg(${returns.reason} order by ${orders.placedAt}))[1]`,
    })
    .from(orders)
    .leftJoin(returns, and(eq(returns.orderId, orders.id), isNull(returns.closedAt)))
    .where(
      and(
        inArray(orders.state, [...atOnce, ...backStates]),
        or(inArray(orders.state, atOnce), hasUnitsToInspect(shop)),
      ),
    )
    .groupBy(orders.state);
  const of = (...states: OrderState[]) => {
    const groups = rows.filter(({ state }) => states.includes(state));
    return {
      count: groups.reduce((sum, { count }) => sum + count, 0),
      examples: groups.flatMap(({ numbers }) => numbers).slice(0, maxExamples),
    };
  };
  const returnsToDecide = of('return_requested');
  const reason = rows.find(({ state }) => state === 'return_requested')?.reason;
  if (reason) returnsToDecide.examples.push(`“${reason}”`);
  return {
    toPack: of('placed'),
    awaitingPickup: of(...statesAwaitingPickup),
    returnsToDecide,
    toInspect: of(...backStates),
  };
}
