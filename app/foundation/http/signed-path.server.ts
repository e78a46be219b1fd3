import { timingSafeEqual } from 'node:crypto';
import { hours } from '../clock.ts';
import { keyedHash } from '../config/secret.server.ts';
import type { Shop } from '../shop.server.ts';

const lifetimeMs = hours(1);

/**
 * Returns the query `until=…&by=…` for a path. With this query, the path can be opened without sign-in for {@link lifetimeMs}.
 * The signature covers `purpose`, `id` and `until`, so the query cannot be extended, or used for another path.
 */
export function signedQuery(shop: Shop, purpose: string, id: string): string {
  const until = String(shop.clock.now().getTime() + lifetimeMs);
  return `until=${until}&by=${signatureOf(shop, purpose, id, until)}`;
}

/** True if `by` is the signature of `purpose`, `id` and `until`, and the signed path has not expired. */
export function isValidSignedQuery(
  shop: Shop,
  purpose: string,
  id: string,
  { until, by }: { until: string; by: string },
): boolean {
  // Compare the encoded texts. Several base64url texts decode to the same bytes, but only the issued text is valid.
  const expected = Buffer.from(signatureOf(shop, purpose, id, until));
  const signature = Buffer.from(by);
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isSigned && shop.clock.now().getTime() < Number(until);
}

function signatureOf(shop: Shop, purpose: string, id: string, until: string): string {
  return keyedHash(shop, purpose, id, until).toString('base64url');
}
