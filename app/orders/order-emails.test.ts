/** Compares emails about an order with their snapshots in `emails/`. `vitest run -u` updates the snapshots. */
import { expect, it } from 'vitest';
import { orderOf, registered, saree, suit } from '../../tests/fixtures/invoices.ts';
import { testStartTime } from '../../tests/fixtures/shop.ts';
import { type OrderNotification, orderEmail } from './order-emails.server.ts';
import type { Order } from './orders.server.ts';

const shipped: OrderNotification = {
  kind: 'shipped',
  carrier: 'Blue Dart',
  awb: '77',
  trackUrl: 'https://track.example/77',
  isOutForDelivery: false,
};
const cancelled = { kind: 'cancelled', by: 'shopper', note: null, refundPaise: 0, part: null } as const;
const decided = {
  kind: 'return-decided',
  approved: '1 × Gulnar',
  declined: null,
  text: null,
  isPickupBooked: false,
} as const;
const promised = { promisedBy: '2026-11-28' };

const placed: OrderNotification = { kind: 'placed' };
const options = { publicUrl: 'http://shop.test', now: new Date(testStartTime) };
const cash: Partial<Order> = { paymentMethod: 'COD' };
const sareeAndSuits = orderOf([saree, { ...suit, quantity: 3 }], { shippingPaise: 31_800 });
const withUnknownRate = orderOf([{ ...saree, hsn: null }], {
  to: { lastName: '', apartment: '', pincode: '' },
});

/** For each snapshot, the event, the changes of the order, and the order itself, which by default contains one saree. */
const emails: Record<string, [OrderNotification, Partial<Order>?, typeof sareeAndSuits?]> = {
  placed: [placed, promised],
  'placed-to-be-paid': [placed, cash, sareeAndSuits],
  'placed-with-an-unknown-rate-and-a-short-address': [placed, {}, withUnknownRate],
  packed: [{ kind: 'packed' }],
  shipped: [shipped, promised],
  'shipped-after-the-promised-day': [shipped, { promisedBy: '2026-11-20' }],
  'shipped-on-the-promised-day': [shipped, { promisedBy: '2026-11-21' }],
  'shipped-without-a-day': [{ ...shipped, awb: null, trackUrl: null }],
  'shipped-without-courier': [{ ...shipped, carrier: null, awb: null, trackUrl: null }],
  'out-for-delivery-to-be-paid': [
    { ...shipped, carrier: null, isOutForDelivery: true },
    // The courier collects the total, including the delivery charge.
    { ...promised, paymentMethod: 'COD', shippingPaise: 11_850, totalPaise: 4_811_850 },
  ],
  delivered: [{ kind: 'delivered', at: new Date(testStartTime) }],
  'cancelled-unpaid': [cancelled, cash],
  'cancelled-refunded-before': [cancelled],
  'cancelled-paid': [{ ...cancelled, refundPaise: 2_480_000 }],
  'cancelled-in-part': [{ ...cancelled, refundPaise: 45_000, part: '1 × Khadi Stole' }],
  'cancelled-in-part-to-be-paid': [
    { ...cancelled, part: '1 × Khadi Stole' },
    { paymentMethod: 'COD', totalPaise: 4_845_000, cancelledPaise: 45_000 },
  ],
  'cancelled-in-part-by-the-shop': [
    { ...cancelled, by: 'merchant', note: 'A thread is torn.', refundPaise: 45_000, part: '1 × Khadi Stole' },
  ],
  'cancelled-by-the-shop': [{ ...cancelled, by: 'merchant', note: 'A thread is torn.', refundPaise: 100 }],
  'return-received': [
    { kind: 'return-received', reason: 'It is too long', note: 'By a hand.', part: '1 × Gulnar' },
  ],
  'return-received-without-a-reason': [{ kind: 'return-received', reason: '', note: '', part: '1 × Gulnar' }],
  'return-approved': [decided],
  'return-approved-and-fetched': [{ ...decided, isPickupBooked: true, text: 'We are sorry.' }],
  'return-declined': [{ ...decided, approved: null, declined: '1 × Gulnar', text: 'It was worn.' }],
  'return-approved-in-part': [{ ...decided, declined: '1 × Khadi Stole', text: 'The stole was worn.' }],
  'return-question': [{ kind: 'return-question', question: 'Which thread is torn?' }],
  'return-not-refunded': [{ kind: 'return-not-refunded', reason: 'The tassels were cut.' }],
  refund: [{ kind: 'refund', amountPaise: 2_480_000, reason: 'A flaw.', isCash: false }],
  'refund-of-everything': [{ kind: 'refund', amountPaise: 4_800_000, reason: 'A flaw.', isCash: false }],
  'refund-of-a-wrong-payment': [
    { kind: 'refund', amountPaise: 2_480_000, reason: 'A wrong amount.', isCash: false },
    { placedAt: null },
  ],
  'refund-of-cash': [{ kind: 'refund', amountPaise: 50, reason: 'A flaw.', isCash: true }],
};

it.for([
  ['Loom Lane, Jaipur', 'Please send it within five days to\nTanabana\nLoom Lane, Jaipur\n'],
  ['', 'Please write to hello@tanabana.example within five days, and we will tell you where to send it.'],
])(
  'the email about an approved return says where to send the items if the seller has no registered name: address “%s”',
  ([address = '', sendTo]) => {
    const { order, lines } = orderOf([saree]);
    const contact = { ...registered.contact, legalName: '', address };
    const { text } = orderEmail({ order, lines }, decided, { ...registered, contact }, options);
    expect(text).toContain(sendTo);
    expect(text.split('-- \n')[1]).toMatch(address ? /\nLoom Lane, Jaipur\n/ : /India\nhello@/);
  },
);

it.for(Object.keys(emails))(
  'renders the email “%s” as in its snapshot, with the reply address from the settings',
  async (name) => {
    const [event, changes, sold = orderOf([saree])] = emails[name] ?? [];
    if (!event) throw new Error(`no email ${name}`);
    const { order, lines } = sold;
    const contact = { ...registered.contact, replyTo: 'replies@loom.example' };
    const settings = { ...registered, contact };
    const email = orderEmail({ order: { ...order, ...changes }, lines }, event, settings, options);
    const { kind, to, subject, text, html, replyTo } = email;
    expect(replyTo).toBe('replies@loom.example');
    const preheader = /<div[^>]*>([^<]*)</.exec(html)?.[1]?.split('&#')[0] ?? '';
    const rendered = `${kind} to ${to}\n${subject}\n(${preheader})\n\n${text}\n`;
    await expect(rendered).toMatchFileSnapshot(`emails/${name}.txt`);
  },
);

it('the HTML part of an email shows the order’s first product image in its smallest size and by an absolute URL', () => {
  const { order, lines } = orderOf([saree]);
  const withImage = (image: string | null) =>
    orderEmail(
      { order, lines: lines.map((line) => ({ ...line, name: 'Gulnar & Neel', image })) },
      { kind: 'placed' },
      registered,
      { ...options, publicUrl: 'https://shop.test' },
    );
  const { text, html } = withImage('gul nar.jpg');
  expect(html).toContain('<img src="https://shop.test/uploads/gul%20nar.jpg?w=160" alt="Gulnar &amp; Neel"');
  expect(text).not.toContain('/uploads/');
  expect(withImage(null).html).not.toContain('<img');
});
