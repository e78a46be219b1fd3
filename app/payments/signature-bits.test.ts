import { expect, it } from 'vitest';
import { isSigned, sign } from './signature.server.ts';

const secret = 'a secret of the bank';
const message = Buffer.from(
  '{"event":"payment.captured","payload":{"payment":{"entity":{"amount":2480000}}}}',
);
const signature = sign(secret, message);

it('a message is refused with any one bit of it changed [S-PAY-15]', () => {
  expect(isSigned(secret, message, signature)).toBe(true);
  for (let bit = 0; bit < message.length * 8; bit++) {
    const changed = Buffer.from(message);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(isSigned(secret, changed, signature), `bit ${bit}`).toBe(false);
  }
});

it('a signature is refused with any one bit of it changed, also of its signs [S-PAY-15]', () => {
  const signs = Buffer.from(signature);
  for (let bit = 0; bit < signs.length * 8; bit++) {
    const changed = Buffer.from(signs);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(isSigned(secret, message, changed.toString('latin1')), `bit ${bit}`).toBe(false);
  }
});

it.each([1, 32, 63])('a signature of which %i signs are there is none', (length) => {
  expect(isSigned(secret, message, signature.slice(0, length))).toBe(false);
  expect(isSigned(secret, message, signature.slice(-length))).toBe(false);
});

it('a longer or a shorter message with the same signature is another one', () => {
  for (const other of [
    message.subarray(1),
    message.subarray(0, -1),
    Buffer.concat([message, Buffer.from(' ')]),
  ])
    expect(isSigned(secret, other, signature)).toBe(false);
});
