import { z } from 'zod';
import { seconds } from '../foundation/clock.ts';
import type { RazorpayKeys } from '../foundation/config/accounts.server.ts';
import type { Sources } from '../foundation/http/security-headers.server.ts';
import { parseJson } from '../foundation/parse-json.ts';
import { type PaymentProvider, ProviderRejected, ProviderUnavailable } from './provider.ts';
import { isGenuineCallback, readEvent, readWebhook, WirePayment } from './razorpay-wire.server.ts';

/**
 * The payment popup loads its resources from these sources:
 * https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/
 */
export const razorpaySources: Sources = {
  'script-src': 'https://checkout.razorpay.com https://cdn.razorpay.com',
  'frame-src': 'https://api.razorpay.com https://checkout.razorpay.com',
  'connect-src':
    'https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com https://api.razorpay.com',
  'img-src': 'https://cdn.razorpay.com',
};

const Refund = z.object({ id: z.string(), status: z.enum(['pending', 'processed', 'failed']) });
const Payments = z.object({ items: z.array(WirePayment) });
const Order = z.object({ id: z.string() });
const RazorpayError = z.object({ error: z.object({ code: z.string(), description: z.string() }) });

/** Creates the payment provider for Razorpay's REST API. `withinMs` is the request timeout. Tests pass a different `base`. */
export function razorpay(
  keys: RazorpayKeys,
  base = 'https://api.razorpay.com/v1',
  withinMs = seconds(8),
): PaymentProvider {
  const request = razorpayClient(keys, base, withinMs);
  // While the webhook secret is being replaced, the setting lists the old and the new secret. Razorpay signs earlier events with
  // the old secret.
  const webhookSecrets = keys.webhookSecret.split(',').map((secret) => secret.trim());
  return {
    name: 'razorpay',
    keyId: keys.keyId,
    createOrder: ({ receipt, amountPaise, currency }) =>
      request(Order, 'POST', '/orders', {
        amount: amountPaise,
        currency,
        receipt,
        unique_receipt: true,
        payment: { capture: 'automatic', capture_options: { refund_speed: 'normal' } },
      }),
    isGenuine: (callback) => isGenuineCallback(keys.keySecret, callback),
    readWebhook: (body, headers) => readWebhook(webhookSecrets, body, headers),
    readEvent,
    async listPayments(orderId) {
      return (await request(Payments, 'GET', `/orders/${encodeURIComponent(orderId)}/payments`)).items;
    },
    capture({ id, amountPaise, currency }) {
      const path = `/payments/${encodeURIComponent(id)}/capture`;
      return request(WirePayment, 'POST', path, { amount: amountPaise, currency });
    },
    refund({ key, paymentId, amountPaise }) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refund`;
      const body = { amount: amountPaise, speed: 'normal', receipt: key.slice(0, 40) };
      return request(Refund, 'POST', path, body, { 'x-refund-idempotency': key });
    },
  };
}

/** Creates a function that sends an authenticated request and parses the response with the schema `shape`. */
function razorpayClient({ keyId, keySecret }: RazorpayKeys, base: string, withinMs: number) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  return async <T extends z.ZodType>(
    shape: T,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<z.infer<T>> => {
    let response: Response;
    let text: string;
    try {
      response = await fetch(base + path, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        // If `body` is undefined, `JSON.stringify` returns undefined too, so the request has no body.
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      });
      text = await response.text();
    } catch (error) {
      throw new ProviderUnavailable(`Razorpay did not respond to ${method} ${path}`, { cause: error });
    }
    const json = parseJson(text);
    if (response.ok) {
      const parsed = shape.safeParse(json);
      if (!parsed.success)
        throw new ProviderUnavailable(`Razorpay sent an unexpected response to ${method} ${path}`);
      return parsed.data;
    }
    const problem = RazorpayError.safeParse(json).data?.error;
    const reason = `${response.status} ${problem?.code ?? ''} ${problem?.description ?? ''}`.trim();
    // A retry can succeed after 408 (timeout), 409 (concurrent request) and 429 (rate limit). After 401 or 403, it can succeed
    // once the shop's keys are corrected.
    if (response.status >= 500 || [401, 403, 408, 409, 429].includes(response.status)) {
      throw new ProviderUnavailable(`Razorpay failed ${method} ${path}: ${reason}`);
    }
    throw new ProviderRejected(`Razorpay rejected ${method} ${path}: ${reason}`);
  };
}
