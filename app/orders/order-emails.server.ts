import { readSettings } from '../content/content.server.ts';
import type { Settings } from '../content/contract.ts';
import { emailBrandingOf, replyToOf } from '../content/email-branding.server.ts';
import { claimText } from '../content/return-text.ts';
import { sellerLines } from '../content/seller-lines.ts';
import { dateInIndia, formatTime } from '../foundation/clock.ts';
import { type Email, hasAttachment, queueEmail } from '../foundation/email/email.server.ts';
import { type EmailTemplate, renderEmail } from '../foundation/email/email-template.server.ts';
import { photoUrl } from '../foundation/files/image-widths.ts';
import { formatDay } from '../foundation/indian-dates.ts';
import type { Tx } from '../foundation/shop.server.ts';
import { refundDays } from '../payments/payment-facts.ts';
import * as urls from '../urls.ts';
import { cancelledText, refundNotice, rupees } from './cancelled-email.server.ts';
import { listLines, type Order, type OrderLine } from './orders.server.ts';
import { describeLines, expectedText, placedText } from './placed-email.server.ts';
import { payablePaise } from './rules.ts';

/** An event of an order that the customer is emailed about. Amounts are in paise. */
export type OrderNotification =
  | { kind: 'placed' }
  | { kind: 'packed' }
  | {
      kind: 'shipped';
      carrier: string | null;
      awb: string | null;
      trackUrl: string | null;
      /** True if the order is out for delivery and no shipped email was sent before. The email then says “out for delivery”. */
      isOutForDelivery: boolean;
    }
  | { kind: 'delivered'; at: Date }
  /**
   * `note` is the merchant's text, if there is one. `part` describes the affected units, unless the event affects the whole
   * order.
   */
  | {
      kind: 'cancelled';
      by: 'shopper' | 'merchant';
      note: string | null;
      refundPaise: number;
      part: string | null;
    }
  | { kind: 'return-received'; reason: string; note: string; part: string }
  | { kind: 'return-question'; question: string }
  /** `approved` and `declined` each describe units; null if there are none. */
  | {
      kind: 'return-decided';
      approved: string | null;
      declined: string | null;
      text: string | null;
      isPickupBooked: boolean;
    }
  | { kind: 'return-not-refunded'; reason: string }
  | { kind: 'refund'; amountPaise: number; reason: string; isCash: boolean };

/** Queues the email about an event within the caller's transaction. */
export async function queueOrderEmail(tx: Tx, order: Order, event: OrderNotification): Promise<void> {
  await queue(tx, { order, lines: await listLines(tx, order.id) }, event, await readSettings(tx));
}

/** Queues the email about a packed order if the owner has enabled that email. */
export async function queuePackedEmail(tx: Tx, content: OrderAndLines): Promise<void> {
  const settings = await readSettings(tx);
  if (settings.emails.packed) await queue(tx, content, { kind: 'packed' }, settings);
}

/** Queues the confirmation email of an order, in the transaction that places the order. */
export async function queueConfirmation(tx: Tx, content: OrderAndLines, settings: Settings): Promise<void> {
  await queue(tx, content, { kind: 'placed' }, settings);
}

/**
 * Queues an email. The first email about packing or shipping gets the invoice as an attachment, if the owner has enabled that.
 */
async function queue(tx: Tx, content: OrderAndLines, event: OrderNotification, settings: Settings) {
  const mayAttach = event.kind === 'packed' || event.kind === 'shipped';
  const withInvoice = mayAttach && settings.emails.invoice && !(await hasAttachment(tx, content.order.id));
  const { publicUrl } = tx.config;
  await queueEmail(tx, orderEmail(content, event, settings, { publicUrl, now: tx.clock.now(), withInvoice }));
}

/**
 * Paragraph of an email that links to the order's page, where the invoice is. It does not mention the attachment, because an
 * invoice that is too large is not attached.
 */
const invoiceText = ({ url }: { url: string }) =>
  `You can open your invoice at any time on the page of your order:\n${url}`;

const cashRefundNotice = `You paid on delivery, so we will write to ask for your bank account or UPI ID. The money will reach you within ${refundDays} of your reply.`;

export type OrderAndLines = { order: Order; lines: readonly OrderLine[] };

/**
 * Renders the email about an event of an order. With `withInvoice`, attaches the invoice, and adds a paragraph that links to the
 * order's page.
 */
export function orderEmail(
  { order, lines }: OrderAndLines,
  event: OrderNotification,
  settings: Settings,
  { publicUrl, now, withInvoice = false }: { publicUrl: string; now: Date; withInvoice?: boolean },
): Email {
  const productId = lines[0]?.productId ?? '';
  const { kind, subject, paragraphs, ...email } = textOf({ order, lines }, event, settings, now);
  const path =
    event.kind === 'placed'
      ? `${urls.account}?placed=${order.id}`
      : `${urls.orderDetail}/${encodeURIComponent(productId)}?order=${order.id}`;
  const url = publicUrl + path;
  const image = event.kind === 'placed' || event.kind === 'packed' ? imageOf(lines, publicUrl) : undefined;
  return {
    kind,
    to: order.shipTo.email,
    replyTo: replyToOf(settings),
    subject,
    attachmentId: withInvoice ? order.id : undefined,
    ...renderEmail(emailBrandingOf(settings), {
      button: { label: 'See the order', url },
      image,
      ...email,
      paragraphs: withInvoice ? [...paragraphs, invoiceText({ url })] : paragraphs,
    }),
  };
}

/** Returns the smallest size of the order's first product image. */
function imageOf(lines: readonly OrderLine[], publicUrl: string): EmailTemplate['image'] {
  const line = lines.find(({ image }) => image);
  return line?.image ? { url: publicUrl + photoUrl(line.image, 160), alt: line.name } : undefined;
}

export type Text = EmailTemplate & { kind: string; subject: string };
export type Notification<Kind> = Extract<OrderNotification, { kind: Kind }>;

function textOf(content: OrderAndLines, event: OrderNotification, settings: Settings, now: Date): Text {
  const { order, lines } = content;
  const { number } = order;
  switch (event.kind) {
    case 'placed':
      return placedText(content, settings);
    case 'packed':
      return {
        kind: 'packed',
        subject: `Your order ${number} is packed`,
        preheader: 'We will hand it to the courier next.',
        heading: `Your order ${number} is packed.`,
        paragraphs: [
          describeLines(lines),
          'We will hand it to the courier next, and write to you when it is on its way.',
        ],
      };
    case 'shipped':
      return shippedText(order, event, now);
    case 'delivered':
      return deliveredText(content, event, settings);
    case 'cancelled':
      return cancelledText(order, event);
    case 'return-received':
      return returnReceivedText(number, event);
    case 'return-question':
      return {
        kind: 'return',
        subject: `A question about your return from order ${number}`,
        preheader: event.question,
        heading: `We have a question about your return from order ${number}.`,
        paragraphs: [
          event.question,
          'Please answer on the order page. We will decide as soon as we have your answer.',
        ],
      };
    case 'return-decided':
      return decidedText(number, event, settings);
    case 'return-not-refunded':
      return {
        kind: 'return',
        subject: `About your return from order ${number}`,
        preheader: 'We have looked at it and cannot refund it.',
        heading: `We have looked at your return from order ${number}, and we are sorry, but we cannot refund it.`,
        paragraphs: [event.reason, `If you disagree, please write to ${settings.contact.email}.`],
      };
    case 'refund':
      return refundText(order, event);
  }
}

/** Says “partial” only if the order was placed. A payment that placed no order is always refunded in whole. */
function refundText(order: Order, { amountPaise, reason, isCash }: Notification<'refund'>): Text {
  const isPartial = order.placedAt !== null && amountPaise < payablePaise(order);
  const amount = rupees(amountPaise);
  return {
    kind: 'refund',
    subject: `Your ${isPartial ? 'partial ' : ''}refund for order ${order.number}`,
    preheader: `You will get ${amount} back.`,
    heading: isCash ? `We will refund you ${amount}.` : `We are refunding you ${amount}.`,
    paragraphs: [reason, isCash ? cashRefundNotice : refundNotice],
  };
}

/** Returns the sentence with the courier's name and the tracking number, if they are known. */
function courierTexts(carrier: string | null, awb: string | null): string[] {
  if (carrier && awb) return [`Your courier is ${carrier}, tracking number ${awb}.`];
  if (carrier) return [`Your courier is ${carrier}.`];
  return awb ? [`Your tracking number is ${awb}.`] : [];
}

function shippedText(
  order: Order,
  { carrier, awb, trackUrl, isOutForDelivery }: Notification<'shipped'>,
  now: Date,
): Text {
  const { number, promisedBy, paymentMethod } = order;
  const expected = promisedBy && promisedBy >= dateInIndia(now) && expectedText(promisedBy);
  return {
    kind: 'shipped',
    subject: `Your order ${number} is on its way`,
    preheader: expected || 'It has left our store.',
    heading: isOutForDelivery
      ? `Your order ${number} is out for delivery.`
      : `Your order ${number} has left our store.`,
    paragraphs: [
      ...courierTexts(carrier, awb),
      ...(expected && !isOutForDelivery ? [expected] : []),
      ...(paymentMethod === 'COD' ? [`Please have ${rupees(payablePaise(order))} ready at the door.`] : []),
    ],
    ...(trackUrl ? { button: { label: 'Track the parcel', url: trackUrl } } : {}),
  };
}

function deliveredText(
  { order: { number }, lines }: OrderAndLines,
  event: Notification<'delivered'>,
  settings: Settings,
): Text {
  return {
    kind: 'delivered',
    subject: `Your order ${number} has arrived`,
    preheader: 'We hope you love it.',
    heading: `Your order ${number} has arrived.`,
    paragraphs: [
      `It was delivered on ${formatDay(event.at)}, ${formatTime(event.at)}.`,
      'How do you like it? Your rating and a few words help other shoppers choose, and mean a lot to us.',
      lines.some(({ returnable }) => returnable)
        ? `If something is not right, you can ask to return it within ${settings.returnDays} days, from your order page.`
        : claimText(settings.returnDays, { hasArrived: true }),
    ],
  };
}

function returnReceivedText(number: string, event: Notification<'return-received'>): Text {
  return {
    kind: 'return',
    subject: `Your return request for order ${number}`,
    preheader: 'We will look at it and write to you.',
    heading: `We have received your request for a return from order ${number}.`,
    paragraphs: [
      `You would like to return: ${event.part}.`,
      ...(event.reason ? [`Your reason: ${event.reason}`] : []),
      ...(event.note ? [event.note] : []),
      'We will look at it and write to you within five working days. Until then, please keep what you want to return, with its tags and its packing.',
    ],
  };
}

function decidedText(
  number: string,
  { approved, declined, text, isPickupBooked }: Notification<'return-decided'>,
  settings: Settings,
): Text {
  const { contact } = settings;
  const sendTo = contact.address
    ? `Please send it within five days to\n${sellerLines(settings).join('\n')}`
    : `Please write to ${contact.email} within five days, and we will tell you where to send it.`;
  const instructions = isPickupBooked
    ? 'A courier will collect it from the address it was delivered to. Please have it packed and ready.'
    : sendTo;
  const otherwise = `If you disagree, please write to ${contact.email}.`;
  if (approved === null)
    return {
      kind: 'return',
      subject: `About your return from order ${number}`,
      preheader: 'We cannot take it back.',
      heading: `We are sorry, but we cannot take back what you asked to return from order ${number}.`,
      paragraphs: [`We cannot take back: ${declined}.`, ...(text ? [text] : []), otherwise],
    };
  const isPart = declined !== null;
  return {
    kind: 'return',
    subject: `Your return from order ${number} is approved${isPart ? ' in part' : ''}`,
    preheader: isPart ? 'What we will take back, and what happens next.' : 'What happens next.',
    heading: `We will take back ${isPart ? 'part of ' : ''}what you asked to return from order ${number}.`,
    paragraphs: [
      `We will take back: ${approved}.`,
      ...(isPart ? [`We are sorry, but we cannot take back ${declined}.`] : []),
      ...(text ? [text] : []),
      instructions,
      'We will check it as soon as it arrives, and then write to you about your refund.',
      ...(isPart ? [otherwise] : []),
    ],
  };
}
