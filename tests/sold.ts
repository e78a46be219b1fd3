import { and, eq, inArray, like } from 'drizzle-orm';
import { addToCart } from '../app/cart/cart.server.ts';
import { confirmPayment } from '../app/checkout/confirm-payment.server.ts';
import { placeOrder } from '../app/checkout/place-order.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';
import { outbox } from '../app/foundation/tables.server.ts';
import { packOrder, shipOrder, updateShipment } from '../app/orders/ship-order.server.ts';
import { invoices, orders } from '../app/orders/tables.server.ts';
import { createPayment } from '../app/payments/payments.server.ts';
import { payments, receipts, refunds } from '../app/payments/tables.server.ts';
import { home, stole } from './counter.ts';
import { fakeProvider } from './fake-provider.ts';
import { signInAs } from './sign-in.ts';

/** An order of somebody new, waiting for its payment; `pay` brings the money. */
export async function waitingOrder(shop: Shop, name: string, ...products: string[]) {
  const provider = fakeProvider();
  const { id: customerId } = await signInAs(shop, `${name}@example.in`);
  for (const product of products.length > 0 ? products : [stole])
    await addToCart(shop, customerId, product, { quantity: 1 });
  const details = { shippingInfo: home };
  const { order, lines } = await placeOrder(shop, customerId, { details, method: 'Online' });
  const orderId = await createPayment(shop, provider, {
    reference: order.id,
    receipt: order.number,
    amountPaise: order.totalPaise,
  });
  const pay = (id = `pay_${order.number}`) =>
    confirmPayment(shop, provider, {
      id,
      orderId,
      amountPaise: order.totalPaise,
      currency: 'INR',
      status: 'captured',
    });
  return { customerId, order, lines, pay, provider };
}

/** An order of somebody new that is paid. */
export async function paidOrder(shop: Shop, name: string, ...products: string[]) {
  const waiting = await waitingOrder(shop, name, ...products);
  await waiting.pay();
  return waiting;
}

/** An order of somebody new that is to be paid at the door. */
export async function cashOrder(shop: Shop, name: string, ...products: string[]) {
  const { id: customerId } = await signInAs(shop, `${name}@example.in`);
  for (const product of products.length > 0 ? products : [stole])
    await addToCart(shop, customerId, product, { quantity: 1 });
  const placed = await placeOrder(shop, customerId, { details: { shippingInfo: home }, method: 'COD' });
  return { customerId, ...placed };
}

/** Packed, carried by somebody with a name, and arrived. */
export async function deliver(shop: Shop, orderId: string) {
  await packOrder(shop, orderId);
  await shipOrder(shop, orderId, { courier: 'manual', manual: carriage });
  return updateShipment(shop, orderId, 'delivered');
}

export const carriage = { carrier: 'Blue Dart', awb: 'BD 1', trackUrl: 'https://track.example.in/BD1' };

export async function readOrder(shop: Shop, id: string) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error('the order is gone');
  return order;
}

/** The letters of a kind to somebody whom a test has made new, as plain text. */
export async function lettersOf(shop: Shop, kind: string) {
  const isToNew = like(outbox.to, '%.new@example.in');
  const emails = await shop.db
    .select({ text: outbox.text })
    .from(outbox)
    .where(and(eq(outbox.kind, kind), isToNew))
    .orderBy(outbox.createdAt);
  return emails.map(({ text }) => text);
}

/** The money that came in for an order, the first first. */
export async function receiptsOf(shop: Shop, { id }: { id: string }) {
  const rows = await shop.db
    .select({ receipt: receipts })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(payments.reference, id))
    .orderBy(receipts.at);
  return rows.map(({ receipt }) => receipt);
}

/** The money of an order that goes back, the smallest amount first. */
export async function refundsOf(shop: Shop, order: { id: string }) {
  const received = (await receiptsOf(shop, order)).map(({ id }) => id);
  return shop.db
    .select()
    .from(refunds)
    .where(inArray(refunds.receiptId, received))
    .orderBy(refunds.amountPaise);
}

/** The same as amounts only, in paise. */
export async function sentBack(shop: Shop, order: { id: string }) {
  return (await refundsOf(shop, order)).map(({ amountPaise }) => amountPaise);
}

export function invoicesOf(shop: Shop, { id }: { id: string }) {
  return shop.db.select().from(invoices).where(eq(invoices.orderId, id)).orderBy(invoices.issuedAt);
}
