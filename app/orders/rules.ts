import type { OrderState, PaymentMethod } from './contract.ts';
import { canTransition } from './transitions.ts';

/** The specified names of what an order can be. */
export const stateLabels: Readonly<Record<OrderState, string>> = {
  pending_payment: 'Waiting for the payment',
  expired: 'Not paid',
  placed: 'Order Placed',
  packed: 'Packed',
  out_for_pickup: 'Out for Pickup',
  shipped: 'Shipped',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  return_requested: 'Return Initiated',
  return_approved: 'Return Approved',
  return_rejected: 'Return Declined',
  return_picked: 'Return Picked Up',
  returned: 'Returned',
  refunded: 'Refunded',
  rto: 'Coming Back to Us',
  returned_to_seller: 'Back with Us',
};

/** Why people give something back. */
export const returnReasons = [
  'It arrived damaged or flawed',
  'It is not what I ordered',
  'The colour or size is not as shown',
  'Something else',
] as const;

const day = 24 * 60 * 60 * 1000;

/** The moment from which on it is too late to give an order back: `days` full days after it was delivered. */
export function returnableUntil(deliveredAt: Date, days: number): Date {
  return new Date(deliveredAt.getTime() + days * day);
}

/** To the millisecond: at {@link returnableUntil} itself it is too late. */
export function canReturn(
  order: { state: OrderState; deliveredAt: Date | null },
  days: number,
  now: Date,
): boolean {
  if (order.deliveredAt === null || !canTransition(order.state, 'return_requested', 'shopper')) return false;
  return now < returnableUntil(order.deliveredAt, days);
}

/** Until somebody comes to pick it up; and while it waits for its payment. */
export function canCancel(order: { state: OrderState }): boolean {
  return order.state === 'pending_payment' || canTransition(order.state, 'cancelled', 'shopper');
}

const undeliveredStates: readonly OrderState[] = ['cancelled', 'rto', 'returned_to_seller'];

/** The amount that the courier collects, in paise: 0 for a prepaid order, and for an order that is not delivered. */
export function codPaise(order: {
  paymentMethod: PaymentMethod;
  state: OrderState;
  totalPaise: number;
}): number {
  const isCollected = order.paymentMethod === 'COD' && !undeliveredStates.includes(order.state);
  return isCollected ? order.totalPaise : 0;
}
