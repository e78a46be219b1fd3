import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shop } from '../shop.server.ts';
import type { Config } from './config.server.ts';

/**
 * The secret that the shop signs with: SHOP_SECRET, or what stands in the file `secret` of the data folder, which is
 * made the first time. Processes on several machines need the setting, because all of them must have the same one.
 */
export function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): Uint8Array {
  if (config.secret !== undefined) return Buffer.from(config.secret);
  const file = path.join(config.dataDir, 'secret');
  if (!existsSync(file)) makeSecret(file);
  const secret = Buffer.from(readFileSync(file, 'utf8').trim());
  if (secret.length < 32)
    throw new Error(`${file} should hold at least 32 characters. Remove it, and a new one is made.`);
  return secret;
}

/** Of several processes that begin at once one makes it, and it is whole before anybody can read it. */
function makeSecret(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isThereAlready(error)) throw error;
  } finally {
    unlinkSync(draft);
  }
}

/**
 * HMAC-SHA-256 of `parts` with the shop's secret. `purpose` keeps apart what is made for different ends: a hash of the
 * one is no use for the other. The list is written as JSON, so that no two lists read the same.
 */
export function keyedHash({ secret }: Pick<Shop, 'secret'>, purpose: string, ...parts: string[]): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}

/** SHA-256 of a random secret of at least 80 bits, hex: what a table keeps of it. */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isThereAlready(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
