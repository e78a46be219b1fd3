import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Shop } from '../../foundation/shop.server.ts';
import type { OrderState } from '../contract.ts';
import { hasUnitsToInspect } from '../order-units.server.ts';
import { returns } from '../returns/tables.server.ts';
import { orders } from '../tables.server.ts';
import type { OrdersToDo } from './contract.ts';

const maxExamples = 3;

/** Counts the orders that staff have to pack, decide on or inspect, with examples. Runs one statement. */
export async function readOrdersToDo(shop: Shop): Promise<OrdersToDo> {
  const waiting: OrderState[] = ['placed', 'return_requested', 'returned', 'returned_to_seller'];
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
        inArray(orders.state, waiting),
        or(inArray(orders.state, ['placed', 'return_requested']), hasUnitsToInspect(shop)),
      ),
    )
    .groupBy(orders.state);
  const of = (...states: OrderState[]) => {
    const found = rows.filter(({ state }) => states.includes(state));
    return {
      count: found.reduce((sum, { count }) => sum + count, 0),
      examples: found.flatMap(({ numbers }) => numbers).slice(0, maxExamples),
    };
  };
  const returnsToDecide = of('return_requested');
  const reason = rows.find(({ state }) => state === 'return_requested')?.reason;
  if (reason) returnsToDecide.examples.push(`“${reason}”`);
  return {
    toPack: of('placed'),
    returnsToDecide,
    toInspect: of('returned', 'returned_to_seller'),
  };
}
