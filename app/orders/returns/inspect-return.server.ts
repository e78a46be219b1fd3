import { and, eq } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { pipeline } from '../../foundation/database/pipeline.server.ts';
import type { Tx } from '../../foundation/shop.server.ts';
import { endReturnShipment } from '../../shipping/shipments.server.ts';
import { advanceOrder } from '../advance-order.server.ts';
import { NoSuchTransition, RefundNeeded, reasonNeededIn } from '../contract.ts';
import { creditOrder, creditReturn, readUncreditedDelivery } from '../invoices/invoices.server.ts';
import { queueOrderEmail } from '../order-emails.server.ts';
import { listUnits, markInspected, type OrderUnits } from '../order-units.server.ts';
import { listLines, type Order, transitionOrder, updateDerivedState } from '../orders.server.ts';
import { readRefundBalance, refundReceipts } from '../refund-order.server.ts';
import { restock } from '../restock.server.ts';
import { isBack, selectionOf, unitsPaise, unitsRefund } from '../rules.ts';
import { undeliveredStates } from '../transitions.ts';
import type { Selection } from './contract.ts';
import { deliveryOf, findOpenReturn, type Return } from './returns.server.ts';
import { returnLines, returns } from './tables.server.ts';

/**
 * Marks a return, or an undelivered order, as received by the merchant. Returns `unchanged` if it is already marked as received.
 * @throws NoSuchTransition (409)
 */
export async function receiveReturn(tx: Tx, order: Order): Promise<Order | 'unchanged'> {
  const to = undeliveredStates.includes(order.state) ? 'returned_to_seller' : 'returned';
  const updated = await advanceOrder(tx, order, { to, actor: 'merchant' });
  if (updated) return updated;
  if ((await listUnits(tx, order.id)).some(({ state }) => state === to)) return 'unchanged';
  throw NoSuchTransition();
}

/** The condition of a line's units, as found by the merchant. */
type Finding = {
  /** True if the units can be sold again. Only such units are restocked. */
  resellable: boolean;
  /**
   * False if the merchant does not take the units back, so they are not credited. The default is true, unless the refund is 0.
   */
  accept?: boolean;
};

/** A finding for all units, or a separate finding for each line that came back. */
type Findings = { resellable: boolean } | { found: readonly (Finding & { position: number })[] };

export type Inspection = Findings & {
  /**
   * The refund in paise. If undefined, refunds the accepted units as `unitsRefund` computes, or everything for an undelivered
   * order.
   */
  amountPaise?: number;
  /** Reason shown to the customer. Required if the merchant does not take units back, and for a return without a refund. */
  text?: string;
};

/**
 * Records the inspection of a returned or undelivered order. Restocks resellable units once, credits the accepted units of a
 * return, and refunds the order. If units are neither accepted nor restocked, their return is declined, and they are sent back to
 * the customer. Accepted units without a refund stay `returned`, and the reason is emailed to the customer. An order that was
 * never paid keeps its state. Returns `unchanged` if the inspection was recorded before.
 * @throws NoSuchTransition (409), also unless each line is inspected; RefundTooMuch, RefundTooSmall (409); RefundNeeded (409) for
 * a paid undelivered order without a refund; ReasonNeeded (400) if a return without a refund, or with units that are not
 * accepted, has no reason
 */
export async function inspectReturn(
  tx: Tx,
  order: Order,
  inspection: Inspection,
): Promise<Order | 'unchanged'> {
  const units = await listUnits(tx, order.id);
  const rows = units.filter((row) => isBack(row) && row.inspectedAt === null);
  const [first] = rows;
  if (!first) {
    if (units.some(({ inspectedAt }) => inspectedAt !== null)) return 'unchanged';
    throw NoSuchTransition();
  }
  const byDefault = { accept: inspection.amountPaise !== 0 };
  const findings = rows.map((row) => ({ row, ...byDefault, ...findingOf(inspection, row) }));
  await markInspected(tx, rows);
  const resellable = findings.filter((each) => each.resellable).map(({ row }) => row);
  if (resellable.length > 0) await restock(tx, order, { state: first.state, rows: resellable });
  if (first.state === 'returned_to_seller') return settleUndelivered(tx, order, inspection);
  const request = await findOpenReturn(tx, order.id);
  if (!request) throw new Error(`order ${order.number} has returned units without an open return`);
  if (findings.some(({ accept }) => !accept)) assertReason(inspection);
  await storeFindings(tx, request, findings);
  await endReturnShipment(tx, order.id);
  const rowsOf = (found: typeof findings) => selectionOf(found.map(({ row }) => row));
  const accepted = rowsOf(findings.filter(({ accept }) => accept));
  const declined = rowsOf(findings.filter(({ accept, resellable }) => !accept && !resellable));
  await settleReturn(tx, order, { request, accepted, inspection });
  if (declined.length > 0)
    await decline(tx, order, { declined, ofReturn: request.id, text: inspection.text });
  return updateDerivedState(tx, order);
}

/** @throws ReasonNeeded (400) if the inspection requires a reason for the customer but has none */
function assertReason({ text }: Inspection): void {
  if (!text?.trim()) throw reasonNeededIn('text');
}

type UnitsFound = Required<Finding> & { row: OrderUnits };

/**
 * Returns the merchant's finding about these units. @throws NoSuchTransition (409) if the inspection does not include their line
 */
function findingOf(inspection: Findings, { position }: OrderUnits): Finding {
  if ('resellable' in inspection) return { resellable: inspection.resellable };
  const finding = inspection.found.find((each) => each.position === position);
  if (!finding) throw NoSuchTransition();
  return finding;
}

async function storeFindings(tx: Tx, request: Return, findings: readonly UnitsFound[]): Promise<void> {
  await pipeline([
    ...findings.map(({ row, resellable, accept }) =>
      tx.db
        .update(returnLines)
        .set({ resellable, accepted: accept })
        .where(and(eq(returnLines.returnId, request.id), eq(returnLines.position, row.position)))
        .execute(),
    ),
    tx.db.update(returns).set({ closedAt: tx.clock.now() }).where(eq(returns.id, request.id)).execute(),
  ]);
}

/**
 * Credits the invoice of an order that came back undelivered, unless it was credited when the order came back. Refunds a paid
 * order. An unpaid order keeps its state.
 */
async function settleUndelivered(tx: Tx, order: Order, { amountPaise, text }: Inspection): Promise<Order> {
  await creditOrder(tx, order, 'undelivered');
  const { receivedPaise, refundedPaise } = await readRefundBalance(tx, order.id);
  if (receivedPaise === 0) return order;
  const reason = text?.trim() || 'Your order could not be delivered and came back to us.';
  const refundPaise = await refundWithEmail(tx, order, { amountPaise, reason });
  if (refundedPaise + refundPaise === 0) throw RefundNeeded();
  return refunded(tx, order);
}

/** Credits and refunds the accepted units of a return. If nothing is refunded, emails the reason. */
async function settleReturn(
  tx: Tx,
  order: Order,
  { request, accepted, inspection }: { request: Return; accepted: Selection; inspection: Inspection },
): Promise<void> {
  const { id: returnId } = request;
  const text = inspection.text?.trim() || undefined;
  const { refundsDelivery } = (await readSettings(tx)).returns;
  const leftPaise = await readUncreditedDelivery(tx, order);
  const delivery = deliveryOf(request, { leftPaise, refundsDelivery });
  const { refundablePaise } = await readRefundBalance(tx, order.id);
  const deliveryPaise = accepted.length > 0 ? delivery.refundedPaise : 0;
  const owedPaise = unitsPaise(await listLines(tx, order.id), accepted) + deliveryPaise;
  const keptDeliveryPaise = delivery.keptPaise;
  const amountPaise =
    inspection.amountPaise ?? unitsRefund(owedPaise, { refundablePaise, keptDeliveryPaise });
  if (amountPaise === 0) assertReason(inspection);
  if (accepted.length > 0)
    await creditReturn(tx, order, { returnId, lines: accepted, withDelivery: deliveryPaise > 0 });
  const reason = text ?? 'We have received and checked what you returned.';
  await refundWithEmail(tx, order, { amountPaise, reason });
  if (amountPaise === 0) await declineRefund(tx, order, request, reason);
  else if (accepted.length > 0) await refunded(tx, order, { selection: accepted, ofReturn: returnId });
}

/** Declines the return of units that were inspected. @throws NoSuchTransition (409) */
async function decline(
  tx: Tx,
  order: Order,
  { declined, ofReturn, text }: { declined: Selection; ofReturn: string; text: string | undefined },
): Promise<void> {
  const updated = await transitionOrder(tx, order, {
    from: ['returned'],
    to: 'return_rejected',
    actor: 'merchant',
    note: text?.trim() || null,
    selection: declined,
    ofReturn,
  });
  if (!updated) throw NoSuchTransition();
}

/** Refunds the order and queues an email, unless the amount is 0. Returns the refunded amount in paise. */
async function refundWithEmail(
  tx: Tx,
  order: Order,
  { amountPaise, reason }: { amountPaise: number | undefined; reason: string },
): Promise<number> {
  const { refundPaise, isCash } = await refundReceipts(tx, order, { amountPaise, reason });
  if (refundPaise > 0)
    await queueOrderEmail(tx, order, { kind: 'refund', amountPaise: refundPaise, reason, isCash });
  return refundPaise;
}

/** Changes units to the state `refunded`. @throws NoSuchTransition (409) */
async function refunded(
  tx: Tx,
  order: Order,
  part: { selection?: Selection; ofReturn?: string } = {},
): Promise<Order> {
  const updated = await transitionOrder(tx, order, { ...part, to: 'refunded', actor: 'merchant' });
  if (!updated) throw NoSuchTransition();
  return updated;
}

/** Queues the email that says that nothing is refunded. Appends the reason to the decision, which the order page shows. */
async function declineRefund(tx: Tx, order: Order, request: Return, reason: string): Promise<void> {
  const decision = [request.decision, reason].filter(Boolean).join('\n');
  await tx.db.update(returns).set({ decision }).where(eq(returns.id, request.id));
  await queueOrderEmail(tx, order, { kind: 'return-not-refunded', reason });
}
