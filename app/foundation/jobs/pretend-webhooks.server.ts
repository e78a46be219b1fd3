import { hours, minutes, seconds } from '../clock.ts';
import { ownAddress } from '../config/config.server.ts';
import type { Shop } from '../shop.server.ts';

/** How long the pretend services wait after the first, second, … try that failed. After one more they give up, as real ones do after a day. */
const waits = [seconds(10), minutes(1), minutes(5), minutes(30), hours(2), hours(12)];

/** What the queues of pretend webhooks share: see `leaseQueue`. */
export const pretendWebhooks = {
  leaseMs: minutes(1),
  limit: 20,
  waitAfter: ({ tries }: { tries: number }) => waits[tries - 1],
};

/**
 * Posts a webhook of a pretend service to the shop's own address, by HTTP as the real service would. Throws an Error when the shop does
 * not accept it within five seconds. `send` stands in for the network in tests.
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
  if (!response.ok) throw new Error(`The shop did not accept the webhook: ${response.status}.`);
}
