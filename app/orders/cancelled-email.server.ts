import { formatRupees, toRupees } from '../foundation/money.ts';
import { refundTime } from '../payments/payment-facts.ts';
import type { Notification, Text } from './order-emails.server.ts';
import type { Order } from './orders.server.ts';
import { payablePaise } from './rules.ts';

export const rupees = (paise: number) => formatRupees(toRupees(paise));
export const refundNotice = `The money goes back to the account or card it came from, and reaches you ${refundTime}.`;

export function cancelledText(order: Order, { part, ...event }: Notification<'cancelled'>): Text {
  const { number } = order;
  const { by, note, refundPaise } = event;
  if (part !== null) return cancelledPartText(order, { ...event, part });
  const isPaid = order.paymentMethod === 'Online' && order.placedAt !== null;
  const nothingDue = isPaid ? 'Your payment has already been refunded.' : 'There is nothing to pay.';
  return {
    kind: 'cancelled',
    subject: `Your order ${number} is cancelled`,
    preheader: refundPaise > 0 ? `You will get ${rupees(refundPaise)} back.` : nothingDue,
    heading:
      by === 'shopper'
        ? `Your order ${number} is cancelled, as you asked.`
        : `We had to cancel your order ${number}.`,
    paragraphs: [
      ...(note ? [note] : []),
      ...(refundPaise > 0 ? [`We are refunding you ${rupees(refundPaise)}.`, refundNotice] : [nothingDue]),
    ],
  };
}

function cancelledPartText(
  order: Order,
  { by, note, refundPaise, part }: Notification<'cancelled'> & { part: string },
): Text {
  const { number, paymentMethod } = order;
  return {
    kind: 'cancelled',
    subject: `Part of your order ${number} is cancelled`,
    preheader: `Cancelled: ${part}. The rest of your order is on track.`,
    heading:
      by === 'shopper'
        ? `Part of your order ${number} is cancelled, as you asked.`
        : `We had to cancel part of your order ${number}.`,
    paragraphs: [
      `Cancelled: ${part}. We will send you the rest of the order.`,
      ...(note ? [note] : []),
      ...(refundPaise > 0 ? [`We are refunding you ${rupees(refundPaise)}.`, refundNotice] : []),
      ...(paymentMethod === 'COD'
        ? [`When the rest arrives, please have ${rupees(payablePaise(order))} ready at the door.`]
        : []),
    ],
  };
}
