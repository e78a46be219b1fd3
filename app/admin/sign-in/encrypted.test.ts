import { expect, it } from 'vitest';
import { decrypt, encrypt } from './encrypted.server.ts';

const shop = { secret: Buffer.alloc(32, 'one') };
const secret = Buffer.from('12345678901234567890');

it('a secret is encrypted differently each time, and can be decrypted', () => {
  const encrypted = encrypt(shop, secret, 'kavita');
  expect(Buffer.from(decrypt(shop, encrypted, 'kavita'))).toEqual(secret);
  expect(encrypt(shop, secret, 'kavita')).not.toBe(encrypted);
});

it('decryption fails with another key, for another staff member, or if a byte was changed', () => {
  const encrypted = encrypt(shop, secret, 'kavita');
  const touched = Buffer.from(encrypted, 'base64url');
  touched.writeUInt8(touched.readUInt8(30) ^ 1, 30);
  expect(() => decrypt({ secret: Buffer.alloc(32, 'two') }, encrypted, 'kavita')).toThrow();
  expect(() => decrypt(shop, encrypted, 'arjun')).toThrow();
  expect(() => decrypt(shop, touched.toString('base64url'), 'kavita')).toThrow();
});

it('decryption fails with a shortened authentication tag, which an attacker could guess', () => {
  const ofNothing = Buffer.from(encrypt(shop, new Uint8Array(), 'kavita'), 'base64url');
  const cut = ofNothing.subarray(0, 12 + 4).toString('base64url');
  expect(() => decrypt(shop, cut, 'kavita')).toThrow('Invalid authentication tag length');
});
