import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { textAt } from '../parse-json.ts';
import type { Shop } from '../shop.server.ts';
import type { Config } from './config.server.ts';

/**
 * Returns SHOP_SECRET. If it is not set, returns the content of the file `secret` in the data folder, and creates the file if it
 * is missing. A shop on several machines must set SHOP_SECRET.
 * @throws Error if the file contains fewer than 32 bytes, or cannot be read or created
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

/** Creates the secret file atomically. If another process has created the file in the meantime, keeps that file. */
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

/**
 * Returns the HMAC-SHA-256 of `purpose` and `parts`. The key is the shop's secret. The input is encoded as JSON, so that the
 * parts `['ab', 'c']` and `['a', 'bc']` have different hashes.
 */
export function keyedHash({ secret }: Pick<Shop, 'secret'>, purpose: string, ...parts: string[]): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}

/**
 * Returns the SHA-256 of a random secret in hex. The secret must have at least 80 random bits. Tables store this hash and not the
 * secret.
 */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
