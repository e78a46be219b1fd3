import { expect, it } from 'vitest';
import { seal, unseal } from './encrypted.server.ts';

const shop = { secret: Buffer.alloc(32, 'one') };
const secret = Buffer.from('12345678901234567890');

it('what is sealed opens again, and no two seals are alike', () => {
  const sealed = seal(shop, secret, 'kavita');
  expect(Buffer.from(unseal(shop, sealed, 'kavita'))).toEqual(secret);
  expect(seal(shop, secret, 'kavita')).not.toBe(sealed);
});

it('it opens with no other secret, for nobody else, and not when a single sign was touched', () => {
  const sealed = seal(shop, secret, 'kavita');
  const touched = Buffer.from(sealed, 'base64url');
  touched.writeUInt8(touched.readUInt8(30) ^ 1, 30);
  expect(() => unseal({ secret: Buffer.alloc(32, 'two') }, sealed, 'kavita')).toThrow();
  expect(() => unseal(shop, sealed, 'arjun')).toThrow();
  expect(() => unseal(shop, touched.toString('base64url'), 'kavita')).toThrow();
});
