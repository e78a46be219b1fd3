import { describe, expect, it } from 'vitest';
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
  ])('is computed at %i seconds as in RFC 6238', (seconds, code) => {
    expect(totpCode(secret, totpStep(new Date(seconds * 1000)), 8)).toBe(code);
  });

  it('has six digits, with leading zeros', () => {
    expect(totpCode(secret, totpStep(new Date(1_111_111_109_000)))).toBe('081804');
  });

  it('is accepted half a minute before and after its time step', () => {
    const now = new Date(1_111_111_109_000);
    const step = totpStep(now);
    const found = [-2, -1, 0, 1, 2].map((away) =>
      matchTotp(secret, totpCode(secret, step + away), { now, after: null }),
    );
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  it('is rejected the second time, or after a later code', () => {
    const now = new Date(1_111_111_109_000);
    const step = totpStep(now);
    const found = [-1, 0, 1].map((away) =>
      matchTotp(secret, totpCode(secret, step + away), { now, after: step }),
    );
    expect(found).toEqual([undefined, undefined, step + 1]);
  });

  it('is not matched by an input that is not a code, which causes no exception', () => {
    const now = new Date(1_111_111_109_000);
    for (const code of ['', '12345', '1234567', 'twelve'])
      expect(matchTotp(secret, code, { now, after: null })).toBeUndefined();
  });
});

describe('the secret of an authenticator app', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('is encoded in Base32, like the example %j of RFC 4648', (text, written) => {
    expect(toBase32(Buffer.from(text))).toBe(written);
  });

  it('is in a URI with the shop’s name and the staff member’s email address', () => {
    expect(totpUri({ secret: 'MZXW6', shop: 'Tana & Bana', email: 'kavita@example.in' })).toBe(
      'otpauth://totp/Tana%20%26%20Bana:kavita%40example.in?secret=MZXW6&issuer=Tana%20%26%20Bana',
    );
  });
});
