/** Razorpay's wire format: payments, webhook events and signatures. The pretend bank uses this format too. */
import { z } from 'zod';
import { parseJson } from '../foundation/parse-json.ts';
import type { Callback, ProviderEvent, ProviderPayment } from './provider.ts';
import { isSigned, sign } from './signature.server.ts';

/** Schema of a payment. Converts it to a {@link ProviderPayment}. */
export const WirePayment = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount: z.number().int(),
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  })
  .transform(({ order_id, amount, ...payment }): ProviderPayment => {
    return { ...payment, orderId: order_id ?? '', amountPaise: amount };
  });

const Event = z.object({
  event: z.string(),
  payload: z
    .object({
      payment: z.object({ entity: WirePayment }).optional(),
      refund: z.object({ entity: z.object({ id: z.string(), receipt: z.string().nullish() }) }).optional(),
    })
    .default({}),
});

export function readEvent(body: string): ProviderEvent {
  const { event, payload } = Event.parse(parseJson(body));
  if (payload.refund && (event === 'refund.processed' || event === 'refund.failed')) {
    const { id, receipt } = payload.refund.entity;
    const status = event === 'refund.processed' ? 'processed' : 'failed';
    return { kind: 'refund', refundId: id, receipt: receipt ?? undefined, status };
  }
  if (payload.payment && (event.startsWith('payment.') || event === 'order.paid')) {
    return { kind: 'payment', payment: payload.payment.entity };
  }
  return { kind: 'other', name: event };
}

export function readWebhook(
  secrets: readonly string[],
  body: Uint8Array,
  headers: Headers,
): { eventId: string } | undefined {
  const signature = headers.get('x-razorpay-signature') ?? '';
  const eventId = headers.get('x-razorpay-event-id') ?? '';
  const genuine = secrets.some((secret) => secret !== '' && isSigned(secret, body, signature));
  return genuine && /^[\w-]{1,100}$/.test(eventId) ? { eventId } : undefined;
}

export function signCallback(secret: string, { orderId, paymentId }: Omit<Callback, 'signature'>): string {
  return sign(secret, `${orderId}|${paymentId}`);
}

export function isGenuineCallback(secret: string, { orderId, paymentId, signature }: Callback): boolean {
  return isSigned(secret, `${orderId}|${paymentId}`, signature);
}
