import { eq } from 'drizzle-orm';
import { isUuid } from '../foundation/database/columns.server.ts';
import type { Tx } from '../foundation/shop.server.ts';
import type { ShipmentStep } from '../shipping/contract.ts';
import type { TrackingUpdate } from '../shipping/tracking-events.server.ts';
import { advanceOrder } from './advance-order.server.ts';
import type { OrderState } from './contract.ts';
import { listHistory, lockOrder, type Order, transitionOrder } from './orders.server.ts';
import { orders } from './tables.server.ts';
import { statesAwaitingPickup, statesOfReturnToSender } from './transitions.ts';

/**
 * Order state for each step of a return shipment. An outgoing shipment needs no such map, because its steps have the names of
 * order states.
 */
const returnStates: Partial<Record<ShipmentStep, OrderState>> = {
  out_for_pickup: 'return_picked',
  shipped: 'return_picked',
  out_for_delivery: 'return_picked',
  delivered: 'returned',
};

/**
 * Advances the order of a shipment by a tracking update. The order may skip states, because a courier may omit steps. Changes no
 * state for a booking, a backward step, an unknown status or a cancelled order. The expected day of an outgoing shipment replaces
 * the promised day until the order is delivered. If the order does not exist, only logs a warning.
 */
export async function applyTrackingUpdate(tx: Tx, event: TrackingUpdate): Promise<void> {
  const { reference, direction, step, expectedOn } = event;
  const order = isUuid(reference.toLowerCase()) ? await lockOrder(tx, reference) : undefined;
  if (!order) {
    tx.log.warn({ reference, step }, 'tracking event for an unknown order');
    return;
  }
  if (direction === 'out' && expectedOn && order.deliveredAt === null) {
    await tx.db.update(orders).set({ promisedBy: expectedOn }).where(eq(orders.id, order.id));
  }
  if (step === null || step === 'booked') return;
  const to = direction === 'out' ? step : returnStates[step];
  if (!to) return;
  const at = await clampTime(tx, order, event.at);
  // A shipment that comes back was dispatched before, even if the courier did not report the dispatch.
  if (statesOfReturnToSender.includes(to) && statesAwaitingPickup.includes(order.state))
    await transitionOrder(tx, order, { to: 'shipped', actor: 'courier', at });
  const note = [event.text, event.location].filter(Boolean).join(', ');
  await advanceOrder(tx, order, { to, actor: 'courier', note, at });
}

/** Limits the reported time to the period between the latest history entry and now, because couriers' clocks can be wrong. */
async function clampTime(tx: Tx, order: Order, reported: Date): Promise<Date> {
  const now = tx.clock.now().getTime();
  const latest = (await listHistory(tx, [order.id])).at(-1);
  const earliest = latest?.at.getTime() ?? now;
  return new Date(Math.max(earliest, Math.min(reported.getTime(), now)));
}
