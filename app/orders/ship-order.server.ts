import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { abandonShipment, findShipment } from '../shipping/shipments.server.ts';
import { advanceOrder, statesBeforeDispatch } from './advance-order.server.ts';
import { NoSuchOrder, NoSuchTransition, type OrderState } from './contract.ts';
import { issueInvoice } from './invoices/invoices.server.ts';
import { listLines, lockOrder, type Order, transitionOrder } from './orders.server.ts';
import { createShipmentFor, type ShipInput } from './shipment-of-order.server.ts';

/** Locks the order and does `work` with it. Throws `no-such-order` (404). */
async function withOrder(
  shop: Shop,
  orderId: string,
  work: (tx: Tx, order: Order) => Promise<Order>,
): Promise<Order> {
  const done = await inTransaction(shop, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw NoSuchOrder();
    return work(tx, order);
  });
  shop.wakeEmailWorker();
  return done;
}

/**
 * The merchant has packed the order: its invoice is issued with it. Packed again, it stays as it is. Throws
 * `no-such-order` (404), `no-such-transition` (409).
 */
export function packOrder(shop: Shop, orderId: string): Promise<Order> {
  return withOrder(shop, orderId, async (tx, order) => {
    if (order.state === 'packed') return order;
    const packed = await transitionOrder(tx, order.id, { to: 'packed', actor: 'merchant' });
    if (!packed) throw NoSuchTransition();
    await issueInvoice(tx, packed, await listLines(tx, order.id));
    return packed;
  });
}

/**
 * The merchant gives a packed order to somebody who carries it. A courier is told after the transaction, and moves the
 * order with its own news; by hand it is shipped at once. Handed over again, nothing changes. Throws `no-such-order`
 * (404), `no-such-transition`, `no-such-courier` (409), `bad-input` (400).
 */
export function shipOrder(shop: Shop, orderId: string, to: ShipInput): Promise<Order> {
  return withOrder(shop, orderId, async (tx, order) => {
    if (await findShipment(tx, order.id, 'out')) return order;
    if (!statesBeforeDispatch.includes(order.state)) throw NoSuchTransition();
    await createShipmentFor(tx, order, 'out', to);
    if (to.courier !== 'manual') return order;
    const shipped = await advanceOrder(tx, order, { to: 'shipped', actor: 'merchant' });
    if (!shipped) throw NoSuchTransition();
    return shipped;
  });
}

/**
 * The merchant takes the parcel back from its courier before it has left, to hand it to another. Without a parcel,
 * nothing changes. Throws `no-such-order` (404), `no-such-transition` (409).
 */
export function recallShipment(shop: Shop, orderId: string): Promise<Order> {
  return withOrder(shop, orderId, async (tx, order) => {
    if (!statesBeforeDispatch.includes(order.state)) throw NoSuchTransition();
    await abandonShipment(tx, order.id, 'out');
    return order;
  });
}

/**
 * The merchant says how far an order is, where no courier does. Said again, it stays as it is. Throws `no-such-order`
 * (404), `no-such-transition` (409).
 */
export function updateShipment(
  shop: Shop,
  orderId: string,
  to: 'out_for_pickup' | 'shipped' | 'out_for_delivery' | 'delivered' | 'rto' | 'returned_to_seller',
  note?: string,
): Promise<Order> {
  return withOrder(shop, orderId, async (tx, order) => {
    if (order.state === to) return order;
    return advance(tx, order, to, note);
  });
}

async function advance(tx: Tx, order: Order, to: OrderState, note: string | undefined): Promise<Order> {
  const text = note?.trim();
  const moved = await advanceOrder(tx, order, {
    to,
    actor: 'merchant',
    ...(text ? { note: text } : {}),
  });
  if (!moved) throw NoSuchTransition();
  return moved;
}
