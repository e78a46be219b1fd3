import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { textAt } from '../http/api-client.ts';
import type { Shop } from '../shop.server.ts';
import type { Config } from './config.server.ts';

/**
 * Returns SHOP_SECRET, or else the content of the file `secret` in the data folder, created if it is missing. A shop on several
 * machines needs SHOP_SECRET, because all processes must have the same secret.
 * @throws Error if the file holds fewer than 32 bytes, or cannot be read or created
 */
export function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): Uint8Array {
  if (config.secret !== undefined) return Buffer.from(config.secret);
  const file = path.join(config.dataDir, 'secret');
  if (!existsSync(file)) createSecret(file);
  const secret = Buffer.from(readFileSync(file, 'utf8').trim());
  if (secret.length < 32)
    throw new Error(`${file} should hold at least 32 characters. Delete it to create a new one.`);
  return secret;
}

/** Creates the file atomically. Keeps a file that another process has created in the meantime. */
function createSecret(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error) || textAt(error, 'code') !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Returns the HMAC-SHA-256 under the shop's secret, for one `purpose`. As JSON, `['ab', 'c']` and `['a', 'bc']` differ. */
export function keyedHash({ secret }: Pick<Shop, 'secret'>, purpose: string, ...parts: string[]): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}

/** Returns the SHA-256 in hex of a random secret of at least 80 bits. Tables store the hash instead of the secret. */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
