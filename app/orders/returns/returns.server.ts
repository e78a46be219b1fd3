import { asc, inArray } from 'drizzle-orm';
import { signedQuery } from '../../foundation/http/signed-path.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import type { OrderLine } from '../orders.server.ts';
import type { ReturnPhoto, ReturnRequest } from './contract.ts';
import { returnLines, returnPhotos, returns } from './tables.server.ts';

/** A return with its lines. The lines are in the sequence of the order's lines. */
export type Return = typeof returns.$inferSelect & {
  lines: (typeof returnLines.$inferSelect)[];
  photoIds: string[];
};

/** Lists the returns of these orders, oldest first. Runs three statements. */
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
  const photos = await shop.db
    .select({ id: returnPhotos.id, returnId: returnPhotos.returnId })
    .from(returnPhotos)
    .where(inArray(returnPhotos.returnId, returnIds))
    .orderBy(asc(returnPhotos.createdAt), asc(returnPhotos.id));
  const photosOf = Map.groupBy(photos, ({ returnId }) => returnId);
  const linesOf = Map.groupBy(lines, ({ returnId }) => returnId);
  return rows.map((row) => ({
    ...row,
    lines: linesOf.get(row.id) ?? [],
    photoIds: (photosOf.get(row.id) ?? []).map(({ id }) => id),
  }));
}

/** Finds the open return of an order. If no return is open, finds the latest return. */
export async function findLatestReturn(shop: Shop, orderId: string): Promise<Return | undefined> {
  const all = await listReturns(shop, [orderId]);
  return all.find(({ closedAt }) => closedAt === null) ?? all.at(-1);
}

/** Finds the open return of an order, which has at most one. */
export async function findOpenReturn(shop: Shop, orderId: string): Promise<Return | undefined> {
  return (await listReturns(shop, [orderId])).find(({ closedAt }) => closedAt === null);
}

/**
 * Divides `leftPaise`, the uncredited delivery charge, into the part that is refunded if an item of the return is accepted, and
 * the part that the shop keeps. If the shop is at fault (`isClaim`) and `refundsDelivery` is true, everything is refunded.
 * Otherwise the shop keeps everything.
 */
export function deliveryOf(
  { isClaim }: Pick<Return, 'isClaim'>,
  { leftPaise, refundsDelivery }: { leftPaise: number; refundsDelivery: boolean },
): { refundedPaise: number; keptPaise: number } {
  return refundsDelivery && isClaim
    ? { refundedPaise: leftPaise, keptPaise: 0 }
    : { refundedPaise: 0, keptPaise: leftPaise };
}

/**
 * The viewer for whom a signed path was made: staff, or the `owner`, who is the customer. The path of the customer is valid only
 * until the decision.
 */
export type PhotoViewer = 'owner' | 'staff';

/** Included in the signature of a photograph's path, so that a path signed for one viewer is not valid for the other. */
export const photoPurpose = (viewer: PhotoViewer) => `return photo for ${viewer}`;

/** Returns a photograph with its signed path, which is valid for an hour. */
export function toReturnPhoto(shop: Shop, id: string, viewer: PhotoViewer): ReturnPhoto {
  const query = signedQuery(shop, photoPurpose(viewer), id);
  return { id, address: `/return-photo/${id}.jpg?for=${viewer}&${query}` };
}

/**
 * Converts a return to its response. `lines` are the lines of its order. The customer sees the photographs only until the
 * decision.
 */
export function toReturnRequest(
  shop: Shop,
  row: Return,
  { lines, viewer }: { lines: readonly OrderLine[]; viewer: PhotoViewer },
): ReturnRequest {
  const photoIds = viewer === 'owner' && row.decidedAt !== null ? [] : row.photoIds;
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
    photos: photoIds.map((id) => toReturnPhoto(shop, id, viewer)),
    approved: row.decidedAt === null ? null : row.lines.some(({ approved }) => approved),
    decision: row.decision,
    question: row.question,
    answer: row.answer,
    inspected: row.lines.some(({ resellable }) => resellable !== null),
    isOpen: row.closedAt === null,
  };
}
