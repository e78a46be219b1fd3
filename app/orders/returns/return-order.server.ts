import { eq } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { formatDay } from '../../foundation/clock.ts';
import { recordEvent } from '../../foundation/jobs/events.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { NoSuchTransition, NotReturnable, ReasonNeeded, type ReturnInput } from '../contract.ts';
import { findOrderOfCustomer } from '../customer-orders.server.ts';
import { formatTime } from '../days.ts';
import { queueOrderEmail } from '../order-emails.server.ts';
import { createShipmentFor, type ShipInput } from '../order-shipment.server.ts';
import { listReturns, type Order, transitionOrder, withLockedOrder } from '../orders.server.ts';
import { canReturn, returnableUntil } from '../rules.ts';
import { orderReturns } from '../tables.server.ts';

/**
 * Requests the return of one of the customer's orders, by id or number. The shop's clock decides whether the return period
 * has ended. Idempotent until the merchant declines the return.
 * @throws NoSuchOrder (404), also for another customer's order; NotReturnable (409)
 */
export async function requestReturn(
  shop: Shop,
  customerId: string,
  idOrNumber: string,
  { reason, note }: ReturnInput,
): Promise<Order> {
  const { id } = await findOrderOfCustomer(shop, customerId, idOrNumber);
  return withLockedOrder(shop, id, async (tx, order) => {
    const [earlier] = await listReturns(tx, [id]);
    if (earlier && order.state !== 'return_rejected') return order;
    const now = tx.clock.now();
    const { returnDays } = await readSettings(tx);
    if (!canReturn(order, returnDays, now)) throw NotReturnable(notReturnableText(order, returnDays));
    const transition = { to: 'return_requested', actor: 'shopper', note: reason || null } as const;
    const updated = await transitionOrder(tx, id, transition);
    if (!updated) throw NotReturnable();
    await tx.db.insert(orderReturns).values({ orderId: id, reason, note, requestedAt: now });
    await recordEvent(tx, { kind: 'return-requested', payload: { orderId: id } });
    await queueOrderEmail(tx, updated, { kind: 'return-received', reason, note });
    return updated;
  });
}

function notReturnableText({ state, deliveredAt }: Order, days: number): string {
  if (state === 'return_rejected')
    return 'We could not take this order back. If you see it otherwise, please write to us.';
  if (deliveredAt === null) return 'An order can be returned once it has arrived.';
  const until = returnableUntil(deliveredAt, days);
  return `This order could be returned until ${formatDay(until)}, ${formatTime(until)}.`;
}

export type DecideReturnInput =
  /** With `pickup`, a courier picks up the return. Without `pickup`, the customer sends the products. */
  { approve: true; text?: string; pickup?: ShipInput } | { approve: false; text: string };

/**
 * Approves or declines a return request for the merchant, and queues an email. Returns `unchanged` for a repeated decision.
 * @throws NoSuchOrder (404); NoSuchTransition (409); ReasonNeeded (400) for declining without a reason; NoSuchCourier (409) or
 * BadInput (400) for the pickup
 */
export async function decideReturn(
  shop: Shop,
  orderId: string,
  decision: DecideReturnInput,
): Promise<Order | 'unchanged'> {
  const text = decision.text?.trim() || null;
  if (!decision.approve && text === null)
    throw ReasonNeeded(undefined, [{ field: 'text', message: ReasonNeeded().message }]);
  const to = decision.approve ? 'return_approved' : 'return_rejected';
  return withLockedOrder(shop, orderId, async (tx, order) => {
    if (order.state === to) return 'unchanged';
    const updated = await transitionOrder(tx, orderId, { to, actor: 'merchant', note: text });
    if (!updated) throw NoSuchTransition();
    const { approve: approved } = decision;
    await tx.db
      .update(orderReturns)
      .set({ decidedAt: tx.clock.now(), approved, decision: text })
      .where(eq(orderReturns.orderId, orderId));
    const pickup = decision.approve ? decision.pickup : undefined;
    if (pickup) await createShipmentFor(tx, updated, 'back', pickup);
    const isPickupBooked = pickup !== undefined;
    await queueOrderEmail(tx, updated, { kind: 'return-decided', approved, text, isPickupBooked });
    return updated;
  });
}
