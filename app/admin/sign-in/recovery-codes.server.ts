import { randomBytes } from 'node:crypto';
import { keyedHash } from '../../foundation/config/secret.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { toBase32 } from './totp.server.ts';

/**
 * Creates ten recovery codes such as `k3v7a-9xq2m`, of 50 random bits each. Also returns their hashes, which the database stores.
 */
export function newRecoveryCodes(shop: Shop, staffId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: 10 }, () => {
    const signs = toBase32(randomBytes(7)).toLowerCase();
    return `${signs.slice(0, 5)}-${signs.slice(5, 10)}`;
  });
  return { codes, hashes: codes.map((code) => hashOfRecoveryCode(shop, staffId, code)) };
}

export function hashOfRecoveryCode(shop: Shop, staffId: string, code: string): string {
  return keyedHash(shop, 'recovery code of the staff', staffId, code.replaceAll('-', '')).toString('hex');
}
