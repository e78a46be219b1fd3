import type { Tx } from '../foundation/shop.server.ts';
import { insertCashReceipt } from '../payments/ledger.server.ts';
import { findShipment } from '../shipping/shipments.server.ts';
import type { OrderState } from './contract.ts';
import { creditOrder } from './invoices/invoices.server.ts';
import { queueOrderEmail } from './order-emails.server.ts';
import { type Order, transitionOrder } from './orders.server.ts';
import { payablePaise } from './rules.ts';
import { type Actor, statesAwaitingPickup, statesInTransit } from './transitions.ts';

/**
 * Advances an order. Queues the shipped or delivered email, records the cash receipt of a delivered COD order, and issues the
 * credit note of an undelivered order that came back. Returns undefined and changes nothing if the actor may not make this
 * transition. `order` is the locked row before the transition.
 */
export async function advanceOrder(
  tx: Tx,
  order: Order,
  transition: { to: OrderState; actor: Actor; note?: string | null; at?: Date },
): Promise<Order | undefined> {
  const { to, at = tx.clock.now() } = transition;
  const changes = to === 'delivered' ? { deliveredAt: at } : {};
  const updated = await transitionOrder(tx, order, transition, changes);
  if (!updated) return undefined;
  if (to === 'delivered') {
    const { id: reference, number } = order;
    if (order.paymentMethod === 'COD')
      await insertCashReceipt(tx, { reference, number, amountPaise: payablePaise(order) });
    await queueOrderEmail(tx, updated, { kind: 'delivered', at });
  } else if (to === 'returned_to_seller') {
    await creditOrder(tx, updated, 'undelivered');
  } else if (statesInTransit.includes(to) && statesAwaitingPickup.includes(order.state)) {
    const shipment = await findShipment(tx, order.id, 'out');
    const { carrier = null, awb = null, trackUrl = null } = shipment ?? {};
    const isOutForDelivery = to === 'out_for_delivery';
    await queueOrderEmail(tx, updated, { kind: 'shipped', carrier, awb, trackUrl, isOutForDelivery });
  }
  return updated;
}
