import { createHmac, timingSafeEqual } from 'node:crypto';

/** The hex HMAC-SHA-256 of a message. */
export function sign(secret: string, message: string | Uint8Array): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** Whether `signature` is the hex HMAC-SHA-256 of the message. Takes equally long, wherever it differs. */
export function isSigned(secret: string, message: string | Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(
    Buffer.from(signature, 'hex'),
    createHmac('sha256', secret).update(message).digest(),
  );
}
