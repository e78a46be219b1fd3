import { asc, inArray } from 'drizzle-orm';
import type { Shop } from '../../foundation/shop.server.ts';
import type { OrderLine } from '../orders.server.ts';
import type { ReturnRequest } from './contract.ts';
import { returnLines, returns } from './tables.server.ts';

/** A return with its lines, in the sequence of the order's lines. */
export type Return = typeof returns.$inferSelect & { lines: (typeof returnLines.$inferSelect)[] };

/** Lists the returns of these orders, oldest first. Runs two statements. */
export async function listReturns(shop: Shop, orderIds: readonly string[]): Promise<Return[]> {
  const rows = await shop.db
    .select()
    .from(returns)
    .where(inArray(returns.orderId, [...orderIds]))
    .orderBy(asc(returns.requestedAt), asc(returns.id));
  if (rows.length === 0) return [];
  const returnIds = rows.map(({ id }) => id);
  const lines = await shop.db
    .select()
    .from(returnLines)
    .where(inArray(returnLines.returnId, returnIds))
    .orderBy(asc(returnLines.position));
  const linesOf = Map.groupBy(lines, ({ returnId }) => returnId);
  return rows.map((row) => ({ ...row, lines: linesOf.get(row.id) ?? [] }));
}

/** Finds the open return of an order, or else the latest. */
export async function findLatestReturn(shop: Shop, orderId: string): Promise<Return | undefined> {
  const all = await listReturns(shop, [orderId]);
  return all.find(({ closedAt }) => closedAt === null) ?? all.at(-1);
}

/** Finds the open return of an order, of which there is at most one. */
export async function findOpenReturn(shop: Shop, orderId: string): Promise<Return | undefined> {
  return (await listReturns(shop, [orderId])).find(({ closedAt }) => closedAt === null);
}

/** Converts a return to the response for its customer. `lines` are the lines of its order. */
export function toReturnRequest(row: Return, lines: readonly OrderLine[]): ReturnRequest {
  const lineOf = new Map(lines.map((line) => [line.position, line]));
  return {
    id: row.id,
    reason: row.reason,
    note: row.note,
    requestedAt: row.requestedAt.toISOString(),
    items: row.lines.map(({ position, quantity, approved, accepted }) => ({
      line: position,
      productName: lineOf.get(position)?.name ?? '',
      sizeLabel: lineOf.get(position)?.sizeLabel ?? null,
      qnty: quantity,
      approved,
      accepted,
    })),
    approved: row.decidedAt === null ? null : row.lines.some(({ approved }) => approved),
    decision: row.decision,
    question: row.question,
    answer: row.answer,
    inspected: row.lines.some(({ resellable }) => resellable !== null),
    isOpen: row.closedAt === null,
  };
}
