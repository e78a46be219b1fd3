import { z } from 'zod';
import { type PaymentProvider, ProviderRejected, ProviderUnavailable } from './provider.ts';
import {
  asJson,
  isGenuineCallback,
  readEvent,
  readWebhook,
  toPayment,
  WirePayment,
} from './razorpay-wire.server.ts';

export type RazorpayKeys = { keyId: string; keySecret: string; webhookSecret: string };

/** Request timeout in milliseconds. */
const requestTimeoutMs = 8000;

const Refund = z.object({ id: z.string(), status: z.enum(['pending', 'processed', 'failed']) });
const Payments = z.object({ items: z.array(WirePayment) });
const Order = z.object({ id: z.string() });
const RazorpayError = z.object({ error: z.object({ code: z.string(), description: z.string() }) });

/** Creates the payment provider for Razorpay's REST API. Tests pass another `base` and a shorter `withinMs`. */
export function razorpay(
  keys: RazorpayKeys,
  base = 'https://api.razorpay.com/v1',
  withinMs = requestTimeoutMs,
): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;

  async function call<T extends z.ZodType>(
    shape: T,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<z.infer<T>> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(base + path, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        // Undefined without a body, so that none is sent.
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      });
      text = await response.text();
    } catch (error) {
      throw new ProviderUnavailable(`Razorpay did not answer ${method} ${path}`, { cause: error });
    }
    const read = asJson(text);
    if (response.ok) {
      const fits = shape.safeParse(read);
      if (!fits.success)
        throw new ProviderUnavailable(`Razorpay answered ${method} ${path} with something else`);
      return fits.data;
    }
    const why = RazorpayError.safeParse(read).data?.error;
    const said = `${response.status} ${why?.code ?? ''} ${why?.description ?? ''}`.trim();
    // 409: a concurrent request; 429: rate limit; 401 and 403: our own settings. All of these can succeed later.
    if (response.status >= 500 || [401, 403, 408, 409, 429].includes(response.status)) {
      throw new ProviderUnavailable(`Razorpay could not do ${method} ${path}: ${said}`);
    }
    throw new ProviderRejected(`Razorpay refused ${method} ${path}: ${said}`);
  }

  return {
    name: 'razorpay',
    keyId: keys.keyId,
    createOrder: ({ receipt, amountPaise, currency }) =>
      call(Order, 'POST', '/orders', {
        amount: amountPaise,
        currency,
        receipt,
        unique_receipt: true,
        payment: { capture: 'automatic', capture_options: { refund_speed: 'normal' } },
      }),
    isGenuine: (callback) => isGenuineCallback(keys.keySecret, callback),
    // During a change of secrets both are valid: earlier events are still signed with the old one.
    readWebhook: (body, headers) =>
      readWebhook(
        keys.webhookSecret.split(',').map((secret) => secret.trim()),
        body,
        headers,
      ),
    readEvent,
    async listPayments(orderId) {
      const { items } = await call(Payments, 'GET', `/orders/${encodeURIComponent(orderId)}/payments`);
      return items.map(toPayment);
    },
    async capture({ id, amountPaise, currency }) {
      const path = `/payments/${encodeURIComponent(id)}/capture`;
      return toPayment(await call(WirePayment, 'POST', path, { amount: amountPaise, currency }));
    },
    refund({ key, paymentId, amountPaise }) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refund`;
      const body = { amount: amountPaise, speed: 'normal', receipt: key.slice(0, 40) };
      return call(Refund, 'POST', path, body, { 'x-refund-idempotency': key });
    },
  };
}
