import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keyedHash, readSecret } from './secret.server.ts';

/** The data folder of a shop that has never been opened. */
function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'data');
}

it('a secret is made the first time, and is the same ever after', () => {
  const dataDir = freshFolder();
  const made = readSecret({ secret: undefined, dataDir });
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(readSecret({ secret: undefined, dataDir })).toEqual(made);
});

it('every shop makes another', () => {
  const dataDir = freshFolder();
  const [one, other] = ['a', 'b'].map((name) =>
    readSecret({ secret: undefined, dataDir: path.join(dataDir, name) }),
  );
  expect(one).not.toEqual(other);
});

it('nobody but the shop’s own user may read the file', () => {
  const dataDir = freshFolder();
  readSecret({ secret: undefined, dataDir });
  expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
});

it('nothing but the secret is left in the folder', () => {
  const dataDir = freshFolder();
  readSecret({ secret: undefined, dataDir });
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

it('a secret that was written by hand is read without the blanks around it', () => {
  const dataDir = freshFolder();
  mkdirSync(dataDir);
  const secret = 'a'.repeat(32);
  writeFileSync(path.join(dataDir, 'secret'), ` ${secret}\n`);
  expect(Buffer.from(readSecret({ secret: undefined, dataDir })).toString()).toBe(secret);
});

it('a folder in which no file can be made is a fault', () => {
  const dataDir = freshFolder();
  writeFileSync(dataDir, 'no folder');
  expect(() => readSecret({ secret: undefined, dataDir })).toThrow();
});

/** The module as it is in a process in which `linkSync` does this instead. */
async function readSecretWithLink(linkSync: (from: string, to: string) => void): Promise<typeof readSecret> {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({ ...(await original<object>()), linkSync }));
  onTestFinished(() => {
    vi.doUnmock('node:fs');
    vi.resetModules();
  });
  return (await import('./secret.server.ts')).readSecret;
}

it('of two processes that begin at once, the second one signs with the secret of the first', async () => {
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
  ['another error of the file system', Object.assign(new Error('not permitted'), { code: 'EPERM' })],
  ['an error without a code', new Error('not permitted')],
  ['what is no error', { code: 'EEXIST' }],
])('%s is thrown on, and no draft is left', async (_, thrown) => {
  const dataDir = freshFolder();
  const read = await readSecretWithLink((_from, to) => {
    // The file is there all the same, so that only the thrown error can stop the reading.
    writeFileSync(to, 'b'.repeat(43));
    throw thrown;
  });
  expect(() => read({ secret: undefined, dataDir })).toThrow();
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

it('a file that holds too little is refused in words', () => {
  const dataDir = freshFolder();
  readSecret({ secret: undefined, dataDir });
  writeFileSync(path.join(dataDir, 'secret'), `${'a'.repeat(31)}\n`);
  expect(() => readSecret({ secret: undefined, dataDir })).toThrow('should hold at least 32 characters');
});

it('SHOP_SECRET wins over the file', () => {
  const dataDir = freshFolder();
  readSecret({ secret: undefined, dataDir });
  const secret = 'a secret of thirty-two characters';
  expect(Buffer.from(readSecret({ secret, dataDir })).toString()).toBe(secret);
  expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).not.toContain(secret);
});

it('a hash is another one for another secret, purpose, or list of parts', () => {
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
