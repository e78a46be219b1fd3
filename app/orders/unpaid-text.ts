import type { PlacedOrder } from './contract.ts';

const lateMoneyRefunded = 'If your bank still takes the payment, we will refund it and email you.';

/**
 * Text about a payment that the bank is still processing: what happens if the bank confirms it, even after the stock hold has
 * ended.
 */
export const undecidedText =
  'If the bank confirms the payment, we will place the order, or refund you if your pieces are no longer available by then. We will email you either way.';

/** Returns why an unpaid order was not placed, and what happens to a payment that arrives late. */
export function unpaidOrderText({ supersededReason }: Pick<PlacedOrder, 'supersededReason'>): {
  title: string;
  text: string;
} {
  switch (supersededReason) {
    case 'cancelled':
      return { title: 'You cancelled this order before it was paid for.', text: lateMoneyRefunded };
    case 'new-order':
      return {
        title: 'This order was not paid for, and you have started a newer one.',
        text: lateMoneyRefunded,
      };
    default:
      return {
        title: 'This order was not paid for in time, so it was not placed.',
        text: 'If your bank still takes the payment, we will place the order if the pieces are still available and you have not started another order; otherwise we will refund you. We will email you either way.',
      };
  }
}
