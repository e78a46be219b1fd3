import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../foundation/config/secret.server.ts';
import { consume } from '../../foundation/http/rate-limit.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { GoogleRejected } from '../contract.ts';

const worksForMs = 10 * 60_000;

/** A number to be signed into one credential: `random.end.mark`. The mark tells that it is ours, so it is kept nowhere. */
export function createNonce(shop: Shop): string {
  const random = randomBytes(16).toString('base64url');
  const end = String(shop.clock.now().getTime() + worksForMs);
  return `${random}.${end}.${markOf(shop, random, end)}`;
}

/** Uses a nonce up. Throws GoogleRejected when it is not ours, has ended, or was used before. */
export async function consumeNonce(shop: Shop, nonce: string): Promise<void> {
  const [, random = '', end = '', mark = ''] = /^([\w-]{22})\.(\d{13,16})\.([\w-]{43})$/.exec(nonce) ?? [];
  if (!timingSafeEqual(Buffer.from(markOf(shop, random, end)), Buffer.from(mark.padEnd(43))))
    throw GoogleRejected();
  const left = Number(end) - shop.clock.now().getTime();
  if (left <= 0) throw GoogleRejected();
  // Counted for longer than it works, so that there is no moment in which it is both forgotten and good.
  const seconds = Math.ceil(left / 1000) + 60;
  await consume(shop, `google-nonce:${random}`, { limit: 1, seconds, error: () => GoogleRejected() });
}

function markOf(shop: Shop, random: string, end: string): string {
  return keyedHash(shop, 'nonce for Google', random, end).toString('base64url');
}
