import type { Tx } from '../foundation/shop.server.ts';
import { insertCashReceipt } from '../payments/ledger.server.ts';
import { findShipment } from '../shipping/shipments.server.ts';
import type { OrderState } from './contract.ts';
import { queueOrderEmail } from './order-emails.server.ts';
import { type Order, transitionOrder } from './orders.server.ts';
import type { Actor } from './transitions.ts';

/** States of a packed order before dispatch; the customer has not yet been notified of a dispatch. */
export const statesBeforeDispatch: readonly OrderState[] = ['packed', 'out_for_pickup'];

/**
 * Moves an order nearer to the shopper's door, with what belongs to that: the letter when it leaves and the one when it
 * has arrived, and the cash that is paid at the door. `undefined`, and nothing has changed, when this actor may not
 * bring it there. The order is locked, and comes as it is before.
 */
export async function advanceOrder(
  tx: Tx,
  order: Order,
  move: { to: OrderState; actor: Actor; note?: string; at?: Date },
): Promise<Order | undefined> {
  const { to, at = tx.clock.now() } = move;
  const moved = await transitionOrder(tx, order.id, move, to === 'delivered' ? { deliveredAt: at } : {});
  if (!moved) return undefined;
  if (to === 'delivered') {
    const { id: reference, number, totalPaise: amountPaise } = order;
    if (order.paymentMethod === 'COD') await insertCashReceipt(tx, { reference, number, amountPaise });
    await queueOrderEmail(tx, moved, { kind: 'delivered', at });
  } else if ((to === 'shipped' || to === 'out_for_delivery') && statesBeforeDispatch.includes(order.state)) {
    const shipment = await findShipment(tx, order.id, 'out');
    const { carrier = null, awb = null, trackUrl = null } = shipment ?? {};
    const isOutForDelivery = to === 'out_for_delivery';
    await queueOrderEmail(tx, moved, { kind: 'shipped', carrier, awb, trackUrl, isOutForDelivery });
  }
  return moved;
}
