import { addressLines } from '../foundation/address/address-lines.ts';
import { formatDay } from '../foundation/clock.ts';
import { rupees } from './cancelled-email.server.ts';
import type { Text } from './order-emails.server.ts';
import type { Order, OrderLine } from './orders.server.ts';

/** Returns the text of the email about a placed order. */
export function placedText(order: Order, lines: readonly OrderLine[]): Text {
  const { number, shipTo, totalPaise, promisedBy } = order;
  const method = order.paymentMethod === 'COD' ? 'to pay in cash on delivery' : 'paid online';
  const shipping = order.shippingPaise === 0 ? 'Free' : rupees(order.shippingPaise);
  return {
    kind: 'order',
    subject: `Your order ${number}`,
    preheader: `${lines.length === 1 ? lines[0]?.name : `${lines.length} pieces`}, ${rupees(totalPaise)}`,
    heading: `Thank you, ${shipTo.firstName}. We have your order ${number}.`,
    paragraphs: [
      describeLines(lines),
      [
        `Subtotal: ${rupees(order.subtotalPaise)}`,
        `Shipping: ${shipping}`,
        `Total: ${rupees(totalPaise)}, ${method}`,
        'Including all taxes',
      ].join('\n'),
      `Delivering to\n${addressLines(shipTo).join('\n')}`,
      ...(promisedBy ? [expectedText(promisedBy)] : []),
    ],
  };
}

/** Lists the products of an order with their sizes and amounts, one per line. */
export const describeLines = (lines: readonly OrderLine[]) =>
  lines
    .map(({ name, sizeLabel, quantity, pricePaise }) => {
      const size = sizeLabel ? `, size ${sizeLabel}` : '';
      return `${quantity} × ${name}${size}: ${rupees(pricePaise * quantity)}`;
    })
    .join('\n');

export const expectedText = (promisedBy: string) =>
  `It should be with you by ${formatDay(new Date(`${promisedBy}T12:00:00+05:30`))}.`;
