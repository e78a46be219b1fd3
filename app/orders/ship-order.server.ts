import type { Tx } from '../foundation/shop.server.ts';
import { cancelShipment, findShipment } from '../shipping/shipments.server.ts';
import { advanceOrder } from './advance-order.server.ts';
import { NoSuchTransition } from './contract.ts';
import { issueInvoice } from './invoices/invoices.server.ts';
import { queuePackedEmail } from './order-emails.server.ts';
import { createShipmentFor, type ShipInput } from './order-shipment.server.ts';
import { listUnits } from './order-units.server.ts';
import { listLines, type Order, transitionOrder } from './orders.server.ts';
import { readRefundedPrice } from './refund-order.server.ts';
import { receiveReturn } from './returns/inspect-return.server.ts';
import { withoutCancelled } from './rules.ts';
import { type ManualState, statesAwaitingPickup } from './transitions.ts';

/**
 * Marks an order as packed and issues its invoice. Returns `unchanged` if the order is already packed.
 * @throws NoSuchTransition (409)
 */
export async function packOrder(tx: Tx, order: Order): Promise<Order | 'unchanged'> {
  if (order.state === 'packed') return 'unchanged';
  const packed = await transitionOrder(tx, order, { to: 'packed', actor: 'merchant' });
  if (!packed) throw NoSuchTransition();
  const lines = withoutCancelled(await listLines(tx, order.id), await listUnits(tx, order.id));
  const refundedPaise = await readRefundedPrice(tx, order);
  await queuePackedEmail(tx, { order: packed, lines });
  await issueInvoice(tx, { order: packed, lines, refundedPaise });
  return packed;
}

/**
 * Ships a packed order. After the transaction, the shipment worker books a courier. The courier's tracking events then advance
 * the order. With a manual shipment, the order becomes `shipped` at once. Returns `unchanged` if the order has an open outgoing
 * shipment.
 * @throws NoSuchTransition, NoSuchCourier (409); BadInput (400)
 */
export async function shipOrder(tx: Tx, order: Order, input: ShipInput): Promise<Order | 'unchanged'> {
  if (await findShipment(tx, order.id, 'out')) return 'unchanged';
  if (!statesAwaitingPickup.includes(order.state)) throw NoSuchTransition();
  await createShipmentFor(tx, order, 'out', input);
  if (input.courier !== 'manual') return order;
  const shipped = await advanceOrder(tx, order, { to: 'shipped', actor: 'merchant' });
  if (!shipped) throw NoSuchTransition();
  return shipped;
}

/**
 * Cancels the order's shipment before dispatch, so that another courier can be chosen. Returns `unchanged` if the order has no
 * open shipment.
 * @throws NoSuchTransition (409)
 */
export async function cancelOrderShipment(tx: Tx, order: Order): Promise<Order | 'unchanged'> {
  if (!statesAwaitingPickup.includes(order.state)) throw NoSuchTransition();
  return (await cancelShipment(tx, order.id)) ? order : 'unchanged';
}

/**
 * Advances an order for the merchant, because some shipments have no tracking events. Calls {@link receiveReturn} for units that
 * came back. Returns `unchanged` if the order's state is already `to`.
 * @throws NoSuchTransition (409)
 */
export async function advanceOrderByHand(
  tx: Tx,
  order: Order,
  to: ManualState | 'returned',
  note?: string,
): Promise<Order | 'unchanged'> {
  if (to === 'returned' || to === 'returned_to_seller') return receiveReturn(tx, order);
  if (order.state === to) return 'unchanged';
  const updated = await advanceOrder(tx, order, { to, actor: 'merchant', note: note?.trim() || null });
  if (!updated) throw NoSuchTransition();
  return updated;
}
