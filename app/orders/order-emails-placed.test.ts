import { expect, it } from 'vitest';
import { settings } from '../../seeds/content.ts';
import { orderOf, registered, saree, suit } from '../../tests/fixtures/invoices.ts';
import { orderEmail } from './order-emails.server.ts';
import type { Order } from './orders.server.ts';

const emailOf = (sold: ReturnType<typeof orderOf>, more: Partial<Order> = {}) =>
  orderEmail(
    { ...sold, order: { ...sold.order, ...more } },
    { kind: 'placed' },
    settings,
    'https://shop.test',
  );

it('lists products with sizes and amounts, the address and the paid amount', () => {
  const sold = orderOf([saree, { ...suit, quantity: 2 }]);
  const { text, ...email } = emailOf(sold, { promisedBy: '2026-11-28' });
  expect(email).toMatchObject({ kind: 'order', to: 'meera@example.in', subject: 'Your order TB1042' });
  const [heading, products, paid, address, promise, button] = text.split('\n\n');
  expect(heading).toBe('Thank you, Meera. We have your order TB1042.');
  expect(products).toBe('1 × Gulnar: ₹48,000\n2 × Neel suit, size M: ₹4,800');
  expect(paid).toBe('Subtotal: ₹52,800\nShipping: Free\nTotal: ₹52,800, paid online\nIncluding all taxes');
  expect(address).toBe(
    'Delivering to\nMeera Joshi\n2nd floor, 14, Ravi Nagar\nJaipur, Rajasthan, 302003\nIndia',
  );
  expect(promise).toMatch(/^It should be with you by .*28 November/);
  expect(button).toBe(`See the order: https://shop.test/account?placed=${sold.order.id}`);
});

it('states the amount to pay on delivery, and omits a missing delivery day', () => {
  const { text } = emailOf(orderOf([saree]), { paymentMethod: 'COD' });
  expect(text).toContain('\nTotal: ₹48,000, to be paid in cash on delivery\nIncluding all taxes\n\n');
  expect(text).toContain('302003\nIndia\n\nSee the order: ');
  expect(text).not.toContain('It should be with you');
});

it('states the GST that the total includes, if the seller has a GSTIN and every rate is known [S-CHK-17]', () => {
  const textOf = (sold: ReturnType<typeof orderOf>) =>
    orderEmail(sold, { kind: 'placed' }, registered, 'https://shop.test').text;
  expect(textOf(orderOf([saree]))).toContain('\nTotal: ₹48,000, paid online\nIncluding ₹2,285.72 GST\n\n');
  expect(textOf(orderOf([{ ...saree, hsn: null }]))).toContain('\nIncluding all taxes\n\n');
});

it('omits empty fields of the address', () => {
  const { text } = emailOf(orderOf([saree], { to: { lastName: '', apartment: '', pincode: '' } }));
  expect(text).toContain('Delivering to\nMeera\n14, Ravi Nagar\nJaipur, Rajasthan\nIndia\n\n');
});

it('states in the preheader the product or the number of products, and the total', () => {
  expect(emailOf(orderOf([saree])).html).toContain('>Gulnar, ₹48,000&');
  expect(emailOf(orderOf([saree, suit])).html).toContain('>2 pieces, ₹50,400&');
});

it.each([
  ['COD', 'Shipping: ₹318\nTotal: ₹55,518, to be paid in cash on delivery'],
  ['Online', 'Shipping: ₹318\nTotal: ₹55,518, paid online'],
] as const)(
  'includes every unit and the shipping in the total for the payment method %s',
  (paymentMethod, paid) => {
    const sold = orderOf([saree, { ...suit, quantity: 3 }], { shippingPaise: 31_800 });
    const { text, html } = emailOf(sold, { paymentMethod });
    expect(text).toContain('3 × Neel suit, size M: ₹7,200\n');
    expect(text).toContain(`\n${paid}\nIncluding all taxes\n\n`);
    expect(html).toContain('>4 pieces, ₹55,518&');
  },
);

it('shows the first image in its smallest size by an absolute URL, only in the HTML', () => {
  const { order, lines } = orderOf([saree]);
  const withImage = (image: string | null) =>
    orderEmail(
      { order, lines: lines.map((line) => ({ ...line, name: 'Gulnar & Neel', image })) },
      { kind: 'placed' },
      settings,
      'https://shop.test',
    );
  const { text, html } = withImage('gul nar.jpg');
  expect(html).toContain('<img src="https://shop.test/uploads/gul%20nar.jpg?w=160" alt="Gulnar &amp; Neel"');
  expect(text).not.toContain('/uploads/');
  expect(withImage(null).html).not.toContain('<img');
});
