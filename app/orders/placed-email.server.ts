import type { Settings } from '../content/contract.ts';
import { addressLines } from '../foundation/address/address-lines.ts';
import { formatDateInIndia } from '../foundation/indian-dates.ts';
import { toRupees } from '../foundation/money.ts';
import { taxesText } from '../foundation/ui/taxes-text.ts';
import { linePaise } from '../pricing/rules.ts';
import { rupees } from './cancelled-email.server.ts';
import { draftTaxPaise } from './invoices/invoice-draft.server.ts';
import type { OrderAndLines, Text } from './order-emails.server.ts';
import type { OrderLine } from './orders.server.ts';
import { itemText } from './rules.ts';

export function placedText({ order, lines }: OrderAndLines, settings: Settings): Text {
  const { number, shipTo, totalPaise, promisedBy } = order;
  const taxPaise = draftTaxPaise({ order, lines }, settings);
  const method = order.paymentMethod === 'COD' ? 'to be paid on delivery' : 'paid online';
  const shipping = order.shippingPaise === 0 ? 'Free' : rupees(order.shippingPaise);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    kind: 'order',
    subject: `Your order ${number}`,
    preheader: `${lines.length === 1 ? lines[0]?.name : `${units} pieces`}, ${rupees(totalPaise)}`,
    heading: `Thank you, ${shipTo.firstName}. We have your order ${number}.`,
    paragraphs: [
      describeLines(lines),
      [
        `Subtotal: ${rupees(order.subtotalPaise)}`,
        `Shipping: ${shipping}`,
        `Total: ${rupees(totalPaise)}, ${method}`,
        taxesText(taxPaise === undefined ? undefined : toRupees(taxPaise)),
      ].join('\n'),
      `Delivering to\n${addressLines(shipTo).join('\n')}`,
      ...(promisedBy ? [expectedText(promisedBy)] : []),
    ],
  };
}

/** Lists the products of an order with sizes and amounts, one per line. */
export const describeLines = (lines: readonly OrderLine[]) =>
  lines.map((line) => `${itemText(line)}: ${rupees(linePaise(line))}`).join('\n');

export const expectedText = (promisedBy: string) =>
  `It should be with you by ${formatDateInIndia(promisedBy)}.`;
