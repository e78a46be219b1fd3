import type { OrderState, PaymentMethod } from './contract.ts';
import { canTransition } from './transitions.ts';

/** The visible labels of the states. The specification names five of them. */
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

/** The states of an unpaid online order. */
export const unpaidStates: readonly OrderState[] = ['pending_payment', 'expired'];

/** The reasons for a return that customers choose from. */
export const returnReasons = [
  'It arrived damaged or flawed',
  'It is not what I ordered',
  'The colour or size is not as shown',
  'Something else',
] as const;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the end of the return period: `days` full days after delivery. */
export function returnableUntil(deliveredAt: Date, days: number): Date {
  return new Date(deliveredAt.getTime() + days * dayMs);
}

/** True if the order is delivered and the return period has not ended. False at exactly {@link returnableUntil}. */
export function canReturn(
  order: { state: OrderState; deliveredAt: Date | null },
  days: number,
  now: Date,
): boolean {
  if (order.deliveredAt === null || !canTransition(order.state, 'return_requested', 'shopper')) return false;
  return now < returnableUntil(order.deliveredAt, days);
}

/** True if the customer can cancel the order: while its payment is pending, and then until the courier's pickup begins. */
export function canCancel(order: { state: OrderState }): boolean {
  return order.state === 'pending_payment' || canTransition(order.state, 'cancelled', 'shopper');
}

const uncollectedStates: readonly OrderState[] = ['cancelled', 'rto', 'returned_to_seller'];

/** Returns what the courier collects, in paise: 0 for an order that is prepaid, cancelled or sent back undelivered. */
export function codPaise(order: {
  paymentMethod: PaymentMethod;
  state: OrderState;
  totalPaise: number;
}): number {
  const isCollected = order.paymentMethod === 'COD' && !uncollectedStates.includes(order.state);
  return isCollected ? order.totalPaise : 0;
}

/**
 * Returns the digits of a phone number that staff search for, without the country code: `98290 00000` → `9829000000`.
 * Returns undefined for a text that is no phone number, or has less than four digits.
 */
export function parsePhone(q: string): string | undefined {
  if (!/^[+\d\s()-]+$/.test(q)) return undefined;
  const digits = q.replace(/\D/g, '').replace(/^(0|91(?=\d{10}$))/, '');
  return digits.length >= 4 ? digits : undefined;
}
