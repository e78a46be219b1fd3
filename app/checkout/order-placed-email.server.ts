import type { Settings } from '../content/contract.ts';
import { emailBrandingOf } from '../content/email-branding.server.ts';
import { addressLines } from '../foundation/address/address-lines.ts';
import { formatDay } from '../foundation/clock.ts';
import { type Email, queueEmail } from '../foundation/email/email.server.ts';
import { renderEmail } from '../foundation/email/email-template.server.ts';
import { formatRupees, toRupees } from '../foundation/money.ts';
import type { Tx } from '../foundation/shop.server.ts';
import type { Order, OrderLine } from '../orders/orders.server.ts';
import * as urls from '../urls.ts';

type OrderAndLines = { order: Order; lines: readonly OrderLine[] };

/** Queues the confirmation email of an order, in the transaction that places the order. */
export async function queueConfirmation(tx: Tx, order: OrderAndLines, settings: Settings): Promise<void> {
  await queueEmail(tx, orderPlacedEmail(order, settings, tx.config.publicUrl));
}

const rupees = (paise: number) => formatRupees(toRupees(paise));

export function orderPlacedEmail(
  { order, lines }: OrderAndLines,
  settings: Settings,
  publicUrl: string,
): Email {
  const { number, shipTo, totalPaise, promisedBy } = order;
  const products = lines.map(({ name, sizeLabel, quantity, pricePaise }) => {
    const size = sizeLabel ? `, size ${sizeLabel}` : '';
    return `${quantity} × ${name}${size}: ${rupees(pricePaise * quantity)}`;
  });
  const paid =
    order.paymentMethod === 'COD'
      ? `To pay at the door: ${rupees(totalPaise)}, including all taxes.`
      : `Paid: ${rupees(totalPaise)}, including all taxes.`;
  return {
    kind: 'order',
    to: shipTo.email,
    subject: `Your order ${number}`,
    ...renderEmail(emailBrandingOf(settings), {
      preheader: `${lines.length === 1 ? lines[0]?.name : `${lines.length} pieces`}, ${rupees(totalPaise)}`,
      heading: `Thank you, ${shipTo.firstName}. We have your order ${number}.`,
      paragraphs: [
        products.join('\n'),
        paid,
        `It goes to\n${addressLines(shipTo).join('\n')}`,
        ...(promisedBy
          ? [`It should be with you by ${formatDay(new Date(`${promisedBy}T12:00:00+05:30`))}.`]
          : []),
      ],
      button: { label: 'See the order', url: `${publicUrl}${urls.account}?placed=${order.id}` },
    }),
  };
}
