import { expect, it } from 'vitest';
import { isSigned, sign } from './signature.server.ts';

const secret = 'a secret of the bank';
const message = Buffer.from(
  '{"event":"payment.captured","payload":{"payment":{"entity":{"amount":2480000}}}}',
);
const signature = sign(secret, message);

it('rejects a message with any single bit changed [S-PAY-15]', () => {
  expect(isSigned(secret, message, signature)).toBe(true);
  for (let bit = 0; bit < message.length * 8; bit++) {
    const changed = Buffer.from(message);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(isSigned(secret, changed, signature), `bit ${bit}`).toBe(false);
  }
});

it('rejects a signature with any single bit changed in its characters [S-PAY-15]', () => {
  const characters = Buffer.from(signature);
  for (let bit = 0; bit < characters.length * 8; bit++) {
    const changed = Buffer.from(characters);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(isSigned(secret, message, changed.toString('latin1')), `bit ${bit}`).toBe(false);
  }
});

it.each([1, 32, 63])('rejects a signature that is cut to its first or last %i characters', (length) => {
  expect(isSigned(secret, message, signature.slice(0, length))).toBe(false);
  expect(isSigned(secret, message, signature.slice(-length))).toBe(false);
});

it('rejects the signature of a message for a longer or shorter message', () => {
  for (const other of [
    message.subarray(1),
    message.subarray(0, -1),
    Buffer.concat([message, Buffer.from(' ')]),
  ])
    expect(isSigned(secret, other, signature)).toBe(false);
});
