import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the HMAC-SHA-256 of a message, in hex. */
export function sign(secret: string, message: string | Uint8Array): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** True if `signature` is the HMAC-SHA-256 of the message in hex. Compares in constant time. */
export function isSigned(secret: string, message: string | Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, message)));
}
