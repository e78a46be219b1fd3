import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testFolder } from '../../../tests/fixtures/test-folder.ts';
import { keyedHash, readSecret } from './secret.server.ts';

/** Returns the path of a data folder that does not exist yet. */
const freshFolder = () => path.join(testFolder('secret'), 'data');

it('creates one secret per data folder, in a file that only the owner can read', () => {
  const dataDir = freshFolder();
  const secret = readSecret({ secret: undefined, dataDir });
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(readdirSync(dataDir)).toEqual(['secret']);
  expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(readSecret({ secret: undefined, dataDir })).toEqual(secret);
  expect(readSecret({ secret: undefined, dataDir: freshFolder() })).not.toEqual(secret);
});

it('trims whitespace around the secret in a file, and rejects a secret of fewer than 32 characters', () => {
  const dataDir = freshFolder();
  mkdirSync(dataDir);
  const secret = 'a'.repeat(32);
  writeFileSync(path.join(dataDir, 'secret'), ` ${secret}\n`);
  expect(Buffer.from(readSecret({ secret: undefined, dataDir })).toString()).toBe(secret);
  writeFileSync(path.join(dataDir, 'secret'), `${'a'.repeat(31)}\n`);
  expect(() => readSecret({ secret: undefined, dataDir })).toThrow('should hold at least 32 characters');
  // The data folder is a file here, so it cannot contain the secret file.
  expect(() => readSecret({ secret: undefined, dataDir: path.join(dataDir, 'secret') })).toThrow();
});

/** Imports `readSecret` with a replaced `linkSync`. */
async function readSecretWithLink(linkSync: (from: string, to: string) => void): Promise<typeof readSecret> {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({ ...(await original<object>()), linkSync }));
  onTestFinished(() => {
    vi.doUnmock('node:fs');
    vi.resetModules();
  });
  return (await import('./secret.server.ts')).readSecret;
}

it('uses the secret of another process if that process created the file first', async () => {
  const dataDir = freshFolder();
  const first = 'b'.repeat(43);
  const read = await readSecretWithLink((from, to) => {
    writeFileSync(to, first);
    linkSync(from, to);
  });
  expect(Buffer.from(read({ secret: undefined, dataDir })).toString()).toBe(first);
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

it.each([
  ['a file system error other than `EEXIST`', Object.assign(new Error('not permitted'), { code: 'EPERM' })],
  ['an error without a code', new Error('not permitted')],
  ['a value that is no Error', { code: 'EEXIST' }],
])('rethrows %s from the creation of the secret file, and deletes its draft', async (_, thrown) => {
  const dataDir = freshFolder();
  const read = await readSecretWithLink((_from, to) => {
    // The file exists, so reading it can fail only because of the simulated error.
    writeFileSync(to, 'b'.repeat(43));
    throw thrown;
  });
  expect(() => read({ secret: undefined, dataDir })).toThrow();
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

it('uses `SHOP_SECRET` and ignores the secret file if both exist', () => {
  const dataDir = freshFolder();
  readSecret({ secret: undefined, dataDir });
  const secret = 'a secret of thirty-two characters';
  expect(Buffer.from(readSecret({ secret, dataDir })).toString()).toBe(secret);
  expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).not.toContain(secret);
});

it('returns different hashes for different secrets, purposes and parts', () => {
  const shop = { secret: Buffer.alloc(32, 'one') };
  const hashes = [
    keyedHash(shop, 'code', 'a', 'b'),
    keyedHash(shop, 'code', 'ab'),
    keyedHash(shop, 'code', 'a,b'),
    keyedHash(shop, 'code', 'a', 'b', ''),
    keyedHash(shop, 'nonce', 'a', 'b'),
    keyedHash({ secret: Buffer.alloc(32, 'two') }, 'code', 'a', 'b'),
  ].map((hash) => hash.toString('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(keyedHash(shop, 'code', 'a', 'b').toString('hex')).toBe(hashes[0]);
});
