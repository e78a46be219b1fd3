import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { findParcel, giveUpParcel } from '../shipping/shipments.server.ts';
import { atHome, bringForward } from './advance-order.server.ts';
import { NoSuchMove, NoSuchOrder, type OrderState } from './contract.ts';
import { issueInvoice } from './invoices/invoices.server.ts';
import { listLines, lockOrder, moveOrder, type Order } from './orders.server.ts';
import { giveTo, type HandOver } from './shipment-of-order.server.ts';

/** Locks the order and does `work` with it. Throws `no-such-order` (404). */
async function withOrder(
  shop: Shop,
  orderId: string,
  work: (inside: Shop, order: Order) => Promise<Order>,
): Promise<Order> {
  const done = await inTransaction(shop, async (inside) => {
    const order = await lockOrder(inside, orderId);
    if (!order) throw NoSuchOrder();
    return work(inside, order);
  });
  shop.postSoon();
  return done;
}

/**
 * The merchant has packed the order: its invoice is issued with it. Packed again, it stays as it is. Throws
 * `no-such-order` (404), `no-such-move` (409).
 */
export function packOrder(shop: Shop, orderId: string): Promise<Order> {
  return withOrder(shop, orderId, async (inside, order) => {
    if (order.state === 'packed') return order;
    const packed = await moveOrder(inside, order.id, { to: 'packed', actor: 'merchant' });
    if (!packed) throw NoSuchMove();
    await issueInvoice(inside, packed, await listLines(inside, order.id));
    return packed;
  });
}

/**
 * The merchant gives a packed order to somebody who carries it. A courier is told after the transaction, and moves the
 * order with its own news; by hand it is shipped at once. Handed over again, nothing changes. Throws `no-such-order`
 * (404), `no-such-move`, `no-such-courier` (409), `bad-input` (400).
 */
export function handOver(shop: Shop, orderId: string, to: HandOver): Promise<Order> {
  return withOrder(shop, orderId, async (inside, order) => {
    if (await findParcel(inside, order.id, 'out')) return order;
    if (!atHome.includes(order.state)) throw NoSuchMove();
    await giveTo(inside, order, 'out', to);
    if (to.courier !== 'manual') return order;
    const shipped = await bringForward(inside, order, { to: 'shipped', actor: 'merchant' });
    if (!shipped) throw NoSuchMove();
    return shipped;
  });
}

/**
 * The merchant takes the parcel back from its courier before it has left, to hand it to another. Without a parcel,
 * nothing changes. Throws `no-such-order` (404), `no-such-move` (409).
 */
export function takeBack(shop: Shop, orderId: string): Promise<Order> {
  return withOrder(shop, orderId, async (inside, order) => {
    if (!atHome.includes(order.state)) throw NoSuchMove();
    await giveUpParcel(inside, order.id, 'out');
    return order;
  });
}

/**
 * The merchant says how far an order is, where no courier does. Said again, it stays as it is. Throws `no-such-order`
 * (404), `no-such-move` (409).
 */
export function moveOnTheWay(
  shop: Shop,
  orderId: string,
  to: 'out_for_pickup' | 'shipped' | 'out_for_delivery' | 'delivered' | 'rto' | 'returned_to_seller',
  note?: string,
): Promise<Order> {
  return withOrder(shop, orderId, async (inside, order) => {
    if (order.state === to) return order;
    return bringOn(inside, order, to, note);
  });
}

async function bringOn(inside: Shop, order: Order, to: OrderState, note: string | undefined): Promise<Order> {
  const words = note?.trim();
  const moved = await bringForward(inside, order, {
    to,
    actor: 'merchant',
    ...(words ? { note: words } : {}),
  });
  if (!moved) throw NoSuchMove();
  return moved;
}
