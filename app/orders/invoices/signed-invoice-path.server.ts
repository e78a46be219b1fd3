import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../foundation/config/secret.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';

/** Lifetime of a signed path in milliseconds: an hour. */
export const signedPathLifetimeMs = 60 * 60 * 1000;

/**
 * Returns the signed URL path of an invoice, `/invoice/{id}.pdf?until=…&by=…`. The path gives access to the invoice
 * without sign-in for {@link signedPathLifetimeMs}. It cannot be forged or extended without the shop's secret.
 */
export function signedInvoicePath(shop: Shop, id: string): string {
  const until = String(shop.clock.now().getTime() + signedPathLifetimeMs);
  return `/invoice/${id}.pdf?until=${until}&by=${signatureOf(shop, id, until).toString('base64url')}`;
}

/** True if `by` is the signature of `id` and `until`, and if the path has not expired. */
export function isValidSignedPath(
  shop: Shop,
  id: string,
  { until, by }: { until: string; by: string },
): boolean {
  // Compare the encoded texts: several base64url texts decode to the same bytes, and only the issued text is valid.
  const expected = Buffer.from(signatureOf(shop, id, until).toString('base64url'));
  const given = Buffer.from(by);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && shop.clock.now().getTime() < Number(until);
}

function signatureOf(shop: Shop, id: string, until: string): Buffer {
  return keyedHash(shop, 'invoice address', id, until);
}
