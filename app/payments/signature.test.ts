import { describe, expect, it } from 'vitest';
import { isSigned, sign } from './signature.server.ts';

/** A secret, a message and its signature from Razorpay's documentation. */
const secret = 'EnLs21M47BllR3X8PSFtjtbd';
const message = Buffer.from('order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l');
const signature = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f';

/** Returns one copy of these bytes for each bit. In each copy, a different bit is changed. */
const withEachBitChanged = (bytes: Buffer) =>
  Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return changed;
  });

describe('a signature', () => {
  it('is accepted in the example of Razorpay’s documentation, but not after any change of the message or the signature [S-PAY-15]', () => {
    expect(isSigned(secret, message, signature)).toBe(true);
    const shorter = [message.subarray(1), message.subarray(0, -1)];
    for (const changed of [...withEachBitChanged(message), ...shorter, Buffer.from(`${message} `)])
      expect(isSigned(secret, changed, signature), changed.toString('latin1')).toBe(false);
    for (const changed of withEachBitChanged(Buffer.from(signature)))
      expect(isSigned(secret, message, changed.toString('latin1')), changed.toString('latin1')).toBe(false);
  });

  it.each([
    ...[
      '',
      signature.toUpperCase(),
      `${signature}00`,
      'x'.repeat(64),
      ` ${signature}`,
      '0'.repeat(1_000_000),
    ],
    ...[1, 32, 63].flatMap((length) => [signature.slice(0, length), signature.slice(-length)]),
    sign('another', message),
  ])('is rejected if it is malformed or made with another secret: “%s”', (wrong) => {
    expect(isSigned(secret, message, wrong)).toBe(false);
  });
});
