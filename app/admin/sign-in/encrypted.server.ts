import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Shop } from '../../foundation/shop.server.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function keyOf({ secret }: Pick<Shop, 'secret'>): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'second factors of the staff', 32));
}

/** Encrypts bytes with AES-256-GCM and a key derived from the shop's secret. Decrypting requires the same `owner`. */
export function encrypt(shop: Pick<Shop, 'secret'>, bytes: Uint8Array, owner: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(shop), iv).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts a text that {@link encrypt} returned. @throws Error if the secret or the owner differs, or the text was changed */
export function decrypt(shop: Pick<Shop, 'secret'>, encrypted: string, owner: string): Uint8Array {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(algorithm, keyOf(shop), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
}
