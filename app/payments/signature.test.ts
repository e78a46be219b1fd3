import { describe, expect, it } from 'vitest';
import { isSigned, sign } from './signature.server.ts';

/** From Razorpay's documentation: a secret, an order, a payment, and what they must give. */
const secret = 'EnLs21M47BllR3X8PSFtjtbd';
const message = 'order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l';
const known = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f';

describe('a signature', () => {
  it('is the one that Razorpay’s documentation gives', () => {
    expect(sign(secret, message)).toBe(known);
    expect(isSigned(secret, message, known)).toBe(true);
  });

  it('is refused with any one of its digits changed [S-PAY-15]', () => {
    for (let at = 0; at < known.length; at++) {
      const changed = known.slice(0, at) + (known[at] === '0' ? '1' : '0') + known.slice(at + 1);
      expect(isSigned(secret, message, changed)).toBe(false);
    }
  });

  it('is refused when any byte of the message is changed', () => {
    const bytes = Buffer.from(message);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isSigned(secret, changed, known)).toBe(false);
    }
  });

  it.each([
    '',
    known.toUpperCase(),
    `${known}00`,
    known.slice(1),
    'x'.repeat(64),
    ` ${known}`,
    '0'.repeat(1_000_000),
  ])('refuses what is no signature at all', (odd) => {
    expect(isSigned(secret, message, odd)).toBe(false);
  });

  it('refuses a signature by another secret', () => {
    expect(isSigned(secret, message, sign('another', message))).toBe(false);
  });
});
