import { and, eq, inArray } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { formatTime } from '../../foundation/clock.ts';
import { formatDay } from '../../foundation/indian-dates.ts';
import { recordEvent } from '../../foundation/jobs/events.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { listCouriers } from '../../shipping/shipments.server.ts';
import { NoSuchTransition, NotReturnable, reasonNeededIn } from '../contract.ts';
import { readStoredOrderOfCustomer } from '../customer-orders.server.ts';
import { queueOrderEmail } from '../order-emails.server.ts';
import { createShipmentFor } from '../order-shipment.server.ts';
import { listUnits } from '../order-units.server.ts';
import { listLines, type Order, transitionOrder, withLockedOrder } from '../orders.server.ts';
import {
  describeUnits,
  hasChanged,
  includesUnits,
  isInReturnPeriod,
  returnableUnits,
  returnableUntil,
  unitsPaise,
} from '../rules.ts';
import type { ReturnInput, Selection } from './contract.ts';
import { attachPhotos } from './return-photos.server.ts';
import { findLatestReturn, findOpenReturn, type Return } from './returns.server.ts';
import { returnLines, returns } from './tables.server.ts';

/**
 * Requests the return of units of one of the customer's orders, by id or number. Without items, requests the return of everything
 * that can be returned. The shop's clock decides whether the return period has ended. While a return is open, the same request
 * changes nothing.
 * @throws NoSuchOrder (404), also for another customer's order; NotReturnable (409), also for other items while a return is open
 */
export async function requestReturn(
  shop: Shop,
  customerId: string,
  idOrNumber: string,
  { items, reason, note, photos = [] }: Omit<ReturnInput, 'photos'> & { photos?: string[] },
): Promise<Order> {
  const { id } = await readStoredOrderOfCustomer(shop, customerId, idOrNumber);
  return withLockedOrder(shop, id, async (tx, order) => {
    const latest = await findLatestReturn(tx, id);
    if (latest?.closedAt === null) {
      if (!items || isSameSelection(latest.lines, items)) return order;
      throw NotReturnable(returnIsOpenText);
    }
    const now = tx.clock.now();
    const { returnDays, returns: rules } = await readSettings(tx);
    const isClaim = rules.reasons.some((each) => each.isClaim && each.text === reason);
    const lines = await listLines(tx, id);
    const returnable = returnableUnits(lines, await listUnits(tx, id), { isClaim });
    const selection = items ?? returnable;
    // If everything is returned already, treat a request without items as a repeat of the earlier request.
    if (!items && returnable.length === 0 && latest?.lines.some(({ approved }) => approved)) return order;
    if (!isInReturnPeriod(order, returnDays, now) || returnable.length === 0)
      throw NotReturnable(notReturnableText(order, returnDays, now));
    if (includesUnits(returnable, selection) && hasChanged(returnable, selection))
      throw NotReturnable(orderHasChangedText);
    if (!includesUnits(returnable, selection)) throw NotReturnable(itemNotReturnableText);
    const [created] = await tx.db
      .insert(returns)
      .values({ orderId: id, reason, note, isClaim, requestedAt: now })
      .returning({ id: returns.id });
    if (!created) throw new Error('insert into returns returned no row');
    const returnId = created.id;
    await tx.db.insert(returnLines).values(selection.map((line) => ({ returnId, ...line })));
    await attachPhotos(tx, { id: returnId, orderId: id }, photos);
    const transition = { to: 'return_requested', actor: 'shopper', note: reason || null } as const;
    const updated = await transitionOrder(tx, order, { ...transition, selection, returnId });
    if (!updated) throw NotReturnable();
    await recordEvent(tx, {
      kind: 'return-requested',
      payload: { orderId: id, amountPaise: unitsPaise(lines, selection) },
    });
    await queueOrderEmail(tx, updated, {
      kind: 'return-received',
      reason,
      note,
      part: describeUnits(lines, selection),
    });
    return updated;
  });
}

const returnIsOpenText =
  'You already have an open return for this order. Once it is settled, you can ask to return more.';
const itemNotReturnableText =
  'Some of these items cannot be returned. If one is damaged or is not what you ordered, please choose that reason.';

const orderHasChangedText =
  'The order has changed since this page was opened. Please look at it again, and choose once more.';

function isSameSelection(lines: Selection, items: Selection): boolean {
  return lines.length === items.length && includesUnits(lines, items) && includesUnits(items, lines);
}

function notReturnableText({ state, deliveredAt }: Order, days: number, now: Date): string {
  if (state === 'return_rejected')
    return 'We could not take this order back. If you disagree, please write to us.';
  if (deliveredAt === null) return 'An order can be returned once it has arrived.';
  const until = returnableUntil(deliveredAt, days);
  if (now < until) return itemNotReturnableText;
  return `This order could be returned until ${formatDay(until)}, ${formatTime(until)}.`;
}

export type DecideReturnInput = {
  /** Decisions on the lines of the return, or one decision for all lines. */
  approve: boolean | readonly { position: number; approve: boolean }[];
  /** Text that is sent to the customer. Required if a line is declined. */
  text?: string;
  /** True if a courier picks up the approved lines, false if the customer sends the units. */
  fetch?: boolean;
};

/** True if a decision approves at least one line of the return. */
export const isApproval = ({ approve }: DecideReturnInput) =>
  typeof approve === 'boolean' ? approve : approve.some((each) => each.approve);

/**
 * Approves or declines the lines of the open return for the merchant, and queues an email. Closes the return if all its lines are
 * declined. Books no pickup if the shop is connected to no courier. Returns `unchanged` for a repeated decision.
 * @throws NoSuchTransition (409), also unless each line of the return is decided; ReasonNeeded (400) for declining without a
 * reason
 */
export async function decideReturn(
  tx: Tx,
  order: Order,
  decision: DecideReturnInput,
): Promise<Order | 'unchanged'> {
  const text = decision.text?.trim() || null;
  const request = await findLatestReturn(tx, order.id);
  if (!request) throw NoSuchTransition();
  const { approved, declined } = splitLines(request, decision.approve);
  if (declined.length > 0 && text === null) throw reasonNeededIn('text');
  if (request.decidedAt) {
    if (request.lines.every((line) => line.approved === approved.includes(line))) return 'unchanged';
    throw NoSuchTransition();
  }
  let updated: Order = order;
  for (const [to, lines] of [
    ['return_rejected', declined],
    ['return_approved', approved],
  ] as const) {
    if (lines.length === 0) continue;
    const changed = await transitionOrder(tx, order, {
      from: ['return_requested'],
      to,
      actor: 'merchant',
      note: text,
      selection: lines,
      ofReturn: request.id,
    });
    if (!changed) throw NoSuchTransition();
    updated = changed;
  }
  await storeDecision(tx, request, { approved, text });
  const courier = decision.fetch ? listCouriers(tx).find((name) => name !== 'manual') : undefined;
  if (courier && approved.length > 0) await createShipmentFor(tx, updated, 'back', { courier }, approved);
  const lines = await listLines(tx, order.id);
  await queueOrderEmail(tx, updated, {
    kind: 'return-decided',
    approved: approved.length > 0 ? describeUnits(lines, approved) : null,
    declined: declined.length > 0 ? describeUnits(lines, declined) : null,
    text,
    isPickupBooked: courier !== undefined,
  });
  return updated;
}

/** @throws NoSuchTransition (409) unless each line of the return is decided */
function splitLines({ lines }: Return, approve: DecideReturnInput['approve']) {
  const approved = lines.filter(({ position }) => {
    if (typeof approve === 'boolean') return approve;
    const decided = approve.find((each) => each.position === position);
    if (!decided) throw NoSuchTransition();
    return decided.approve;
  });
  return { approved, declined: lines.filter((line) => !approved.includes(line)) };
}

async function storeDecision(
  tx: Tx,
  { id }: Return,
  { approved, text }: { approved: Return['lines']; text: string | null },
): Promise<void> {
  const now = tx.clock.now();
  const closedAt = approved.length === 0 ? now : null;
  await tx.db.update(returns).set({ decidedAt: now, decision: text, closedAt }).where(eq(returns.id, id));
  const positions = approved.map(({ position }) => position);
  const isOfReturn = eq(returnLines.returnId, id);
  await tx.db.update(returnLines).set({ approved: false }).where(isOfReturn);
  await tx.db
    .update(returnLines)
    .set({ approved: true })
    .where(and(isOfReturn, inArray(returnLines.position, positions)));
}

/**
 * Stores the merchant's question about the open return, deletes the reply to an earlier question, and queues an email. Returns
 * `unchanged` if the same question still waits for a reply.
 * @throws NoSuchTransition (409) unless a return waits for its decision; ReasonNeeded (400) for an empty text
 */
export async function askAboutReturn(tx: Tx, order: Order, question: string): Promise<Order | 'unchanged'> {
  const text = question.trim();
  if (text === '') throw reasonNeededIn('text');
  const open = await findOpenReturn(tx, order.id);
  if (!open || open.decidedAt) throw NoSuchTransition();
  if (open.question === text && open.answer === null) return 'unchanged';
  await tx.db.update(returns).set({ question: text, answer: null }).where(eq(returns.id, open.id));
  await queueOrderEmail(tx, order, { kind: 'return-question', question: text });
  return order;
}

/**
 * Stores the customer's reply to the merchant's question about the open return, or replaces an earlier reply.
 * @throws NoSuchOrder (404), also for another customer's order; NotReturnable (409) without a question, or after the decision
 */
export async function answerReturnQuestion(
  shop: Shop,
  customerId: string,
  idOrNumber: string,
  answer: string,
  photos: readonly string[] = [],
): Promise<Order> {
  const { id } = await readStoredOrderOfCustomer(shop, customerId, idOrNumber);
  return withLockedOrder(shop, id, async (tx, order) => {
    const open = await findOpenReturn(tx, id);
    if (!open || open.decidedAt || open.question === null)
      throw NotReturnable('We have no open question about a return of this order.');
    await attachPhotos(tx, open, photos);
    await tx.db.update(returns).set({ answer }).where(eq(returns.id, open.id));
    return order;
  });
}
