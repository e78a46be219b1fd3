import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writableNpmCache } from './ensure.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tanabana-cache-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('uses npm’s own cache where it can be written, and leaves it there', () => {
  vi.stubEnv('npm_config_cache', path.join(folder, 'cache'));
  const { cache, forget } = writableNpmCache();
  forget();
  expect(cache).toBe(path.join(folder, 'cache'));
  expect(existsSync(cache)).toBe(true);
});

it('uses a temporary cache where npm’s own cannot be written, and removes it afterwards', () => {
  // A folder below a file cannot be made, not even by root.
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  vi.stubEnv('npm_config_cache', path.join(file, 'cache'));
  const { cache, forget } = writableNpmCache();
  expect(cache).not.toContain(folder);
  expect(existsSync(cache)).toBe(true);
  forget();
  expect(existsSync(cache)).toBe(false);
});
