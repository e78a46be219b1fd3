import { describe, expect, it } from 'vitest';
import { decrypt, encrypt } from './encrypted.server.ts';
import { matchTotp, toBase32, totpCode, totpStep, totpUri } from './totp.server.ts';

/** The example secret of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890');

describe('a time-based code', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('has the value that RFC 6238 lists for the time of %i seconds', (seconds, code) => {
    expect(totpCode(secret, totpStep(new Date(seconds * 1000)), 8)).toBe(code);
  });

  const now = new Date(1_111_111_109_000);
  const step = totpStep(now);

  it('has six digits, with leading zeros', () => {
    expect(totpCode(secret, step)).toBe('081804');
  });

  it('is accepted one time step early or late, but not twice, and not after a later code', () => {
    const matches = (after: number | null) =>
      [-2, -1, 0, 1, 2].map((away) => matchTotp(secret, totpCode(secret, step + away), { now, after }));
    expect(matches(null)).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect(matches(step)).toEqual([undefined, undefined, undefined, step + 1, undefined]);
  });

  it('is not accepted if the input has another length or contains letters', () => {
    for (const code of ['', '12345', '1234567', 'twelve'])
      expect(matchTotp(secret, code, { now, after: null })).toBeUndefined();
  });
});

describe('the secret of an authenticator app', () => {
  it('is encoded in Base32, like the examples of RFC 4648', () => {
    const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
    const encoded = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
    expect(texts.map((text) => toBase32(Buffer.from(text)))).toEqual(encoded);
  });

  it('is in a URI with the shop’s name and the staff member’s email address', () => {
    expect(totpUri({ secret: 'MZXW6', shop: 'Tana & Bana', email: 'kavita@example.in' })).toBe(
      'otpauth://totp/Tana%20%26%20Bana:kavita%40example.in?secret=MZXW6&issuer=Tana%20%26%20Bana',
    );
  });
});

const shop = { secret: Buffer.alloc(32, 'one') };

it('a secret is encrypted differently each time, and can be decrypted', () => {
  const encrypted = encrypt(shop, secret, 'kavita');
  expect(Buffer.from(decrypt(shop, encrypted, 'kavita'))).toEqual(secret);
  expect(encrypt(shop, secret, 'kavita')).not.toBe(encrypted);
});

it('decryption fails with another key or staff member, a changed byte, or a short authentication tag', () => {
  const encrypted = encrypt(shop, secret, 'kavita');
  const touched = Buffer.from(encrypted, 'base64url');
  touched.writeUInt8(touched.readUInt8(30) ^ 1, 30);
  expect(() => decrypt({ secret: Buffer.alloc(32, 'two') }, encrypted, 'kavita')).toThrow();
  expect(() => decrypt(shop, encrypted, 'arjun')).toThrow();
  expect(() => decrypt(shop, touched.toString('base64url'), 'kavita')).toThrow();
  // An attacker could guess a short tag.
  const ofNothing = Buffer.from(encrypt(shop, new Uint8Array(), 'kavita'), 'base64url');
  const cut = ofNothing.subarray(0, 12 + 4).toString('base64url');
  expect(() => decrypt(shop, cut, 'kavita')).toThrow('Invalid authentication tag length');
});
