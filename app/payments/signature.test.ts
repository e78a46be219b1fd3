import { describe, expect, it } from 'vitest';
import { isSigned, sign } from './signature.server.ts';

/** A secret, a message and its signature from Razorpay's documentation. */
const secret = 'EnLs21M47BllR3X8PSFtjtbd';
const message = 'order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l';
const signature = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f';

describe('a signature', () => {
  it('signs the example in Razorpay’s documentation as documented', () => {
    expect(sign(secret, message)).toBe(signature);
    expect(isSigned(secret, message, signature)).toBe(true);
  });

  it('rejects a signature in which any digit is changed [S-PAY-15]', () => {
    for (let at = 0; at < signature.length; at++) {
      const changed = signature.slice(0, at) + (signature[at] === '0' ? '1' : '0') + signature.slice(at + 1);
      expect(isSigned(secret, message, changed)).toBe(false);
    }
  });

  it('rejects a signature if any byte of the message is changed', () => {
    const bytes = Buffer.from(message);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isSigned(secret, changed, signature)).toBe(false);
    }
  });

  it.each([
    '',
    signature.toUpperCase(),
    `${signature}00`,
    signature.slice(1),
    'x'.repeat(64),
    ` ${signature}`,
    '0'.repeat(1_000_000),
  ])('rejects the malformed signature “%s”', (malformed) => {
    expect(isSigned(secret, message, malformed)).toBe(false);
  });

  it('rejects a signature that was made with another secret', () => {
    expect(isSigned(secret, message, sign('another', message))).toBe(false);
  });
});
