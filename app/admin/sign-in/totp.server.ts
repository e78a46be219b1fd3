import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Seconds per time step of the codes (RFC 6238). The codes also use SHA-1 and six digits, which all authenticator apps support.
 */
const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the time step of a time: the number of 30-second steps since 1970. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds);
}

export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the step of a code. Accepts the current, previous and next step, because clocks differ. Returns undefined for a wrong
 * code, or if the step is not later than `after`. Always compares all three steps, so that the response time reveals nothing.
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  { now, after }: { now: Date; after: number | null },
): number | undefined {
  const current = totpStep(now);
  const codeBytes = Buffer.from(code);
  const matches = [current - 1, current, current + 1].filter((step) => {
    const right = Buffer.from(totpCode(secret, step));
    return right.length === codeBytes.length && timingSafeEqual(right, codeBytes);
  });
  return matches.find((step) => after === null || step > after);
}

/** Encodes bytes in Base32 (RFC 4648) without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let bitBuffer = 0;
  for (const byte of bytes) {
    bitBuffer = (bitBuffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(bitBuffer >> bits) & 31];
    }
    bitBuffer &= 31;
  }
  return bits > 0 ? text + alphabet[(bitBuffer << (5 - bits)) & 31] : text;
}

/** Returns the URI that the QR code for an authenticator app contains. */
export function totpUri({ secret, shop, email }: { secret: string; shop: string; email: string }): string {
  const label = `${encodeURIComponent(shop)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(shop)}`;
}
