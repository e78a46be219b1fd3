import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../foundation/config/secret.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';

/** For how long an address opens its invoice. */
export const signedPathLifetimeMs = 60 * 60 * 1000;

/**
 * The address of an invoice, `/invoice/{id}.pdf?until=…&by=…`, without the shop's own. Whoever has it may read the
 * invoice until it ends, an hour from now; it cannot be made, changed or prolonged without the shop's secret.
 */
export function signedInvoicePath(shop: Shop, id: string): string {
  const until = String(shop.clock.now().getTime() + signedPathLifetimeMs);
  return `/invoice/${id}.pdf?until=${until}&by=${signatureOf(shop, id, until).toString('base64url')}`;
}

/** Whether this is what {@link signedInvoicePath} signed, whole, and still within its time. */
export function isValidSignedPath(
  shop: Shop,
  id: string,
  { until, by }: { until: string; by: string },
): boolean {
  // base64url reads some signs as the same bytes; only the one way of writing it that was given out is taken.
  const expected = Buffer.from(signatureOf(shop, id, until).toString('base64url'));
  const given = Buffer.from(by);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && shop.clock.now().getTime() < Number(until);
}

function signatureOf(shop: Shop, id: string, until: string): Buffer {
  return keyedHash(shop, 'invoice address', id, until);
}
