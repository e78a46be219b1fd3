import { desc, eq } from 'drizzle-orm';
import type { Tx } from '../foundation/shop.server.ts';
import type { ShipmentStep } from '../shipping/contract.ts';
import type { TrackingUpdate } from '../shipping/tracking-events.server.ts';
import { advanceOrder, statesBeforeDispatch } from './advance-order.server.ts';
import type { OrderState } from './contract.ts';
import { lockOrder, type Order, transitionOrder } from './orders.server.ts';
import { orderHistory, orders } from './tables.server.ts';

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What a parcel's step means for the order that it carries. Being booked means nothing yet. */
const outward: Partial<Record<ShipmentStep, OrderState>> = {
  out_for_pickup: 'out_for_pickup',
  shipped: 'shipped',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  rto: 'rto',
  returned_to_seller: 'returned_to_seller',
};
const homeward: Partial<Record<ShipmentStep, OrderState>> = {
  out_for_pickup: 'return_picked',
  shipped: 'return_picked',
  out_for_delivery: 'return_picked',
  delivered: 'returned',
};

/**
 * Moves an order as its parcel moves: forward only, in longer steps where the courier has left some out. What would go
 * back, what is not known, and news of an order that is cancelled or gone, move nothing. A day that the courier expects
 * takes the place of the day that was promised.
 */
export async function followShipment(tx: Tx, event: TrackingUpdate): Promise<void> {
  const { reference, direction, step, expectedOn } = event;
  const order = isId.test(reference) ? await lockOrder(tx, reference) : undefined;
  if (!order) {
    tx.log.warn({ reference, step }, 'a courier told of an order that is not ours');
    return;
  }
  if (direction === 'out' && expectedOn && order.deliveredAt === null) {
    await tx.db.update(orders).set({ promisedBy: expectedOn }).where(eq(orders.id, order.id));
  }
  const to = step && (direction === 'out' ? outward : homeward)[step];
  if (!to) return;
  const at = await whenOf(tx, order, event.at);
  // Nothing comes back that has not left: the courier has left that out.
  const comesBack = to === 'rto' || to === 'returned_to_seller';
  if (comesBack && statesBeforeDispatch.includes(order.state))
    await transitionOrder(tx, order.id, { to: 'shipped', actor: 'courier', at });
  const note = [event.text, event.location].filter(Boolean).join(', ');
  await advanceOrder(tx, order, { to, actor: 'courier', note, at });
}

/** Couriers' clocks are wrong at times: nothing happens before what happened before it, or in the future. */
async function whenOf(tx: Tx, order: Order, reported: Date): Promise<Date> {
  const now = tx.clock.now().getTime();
  const [latest] = await tx.db
    .select({ at: orderHistory.at })
    .from(orderHistory)
    .where(eq(orderHistory.orderId, order.id))
    .orderBy(desc(orderHistory.id))
    .limit(1);
  const earliest = latest?.at.getTime() ?? now;
  const time = Number.isNaN(reported.getTime()) ? now : reported.getTime();
  return new Date(Math.max(earliest, Math.min(time, now)));
}
