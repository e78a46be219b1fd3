import { hours, minutes, seconds } from '../clock.ts';
import { ownAddress } from '../config/config.server.ts';
import type { Shop } from '../shop.server.ts';

/**
 * Delays after the first, second, … failed delivery. After one more failure, the pretend service gives up.
 */
const retryDelays = [seconds(10), minutes(1), minutes(5), minutes(30), hours(2), hours(12)];

/** Options that the lease queues of all pretend webhooks share. */
export const pretendWebhooks = {
  leaseMs: minutes(1),
  limit: 20,
  waitAfter: ({ tries }: { tries: number }) => retryDelays[tries - 1],
};

/**
 * Posts a webhook of a pretend service to the shop's own URL over HTTP, like the real service. Tests replace `send`, which is
 * otherwise `fetch`. Rejects if the shop does not accept the webhook within five seconds.
 */
export async function postPretendWebhook(
  shop: Shop,
  send: typeof fetch,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: string },
): Promise<void> {
  const response = await send(`${ownAddress(shop.config)}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(seconds(5)),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`pretend webhook failed with status ${response.status}`);
}
