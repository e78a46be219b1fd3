import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { testFolder } from '../tests/fixtures/test-folder.ts';
import { writableNpmCache } from './ensure.mjs';

afterEach(() => void vi.unstubAllEnvs());

it('uses npm’s cache if it is writable, and does not remove it', () => {
  const own = path.join(testFolder('cache'), 'cache');
  vi.stubEnv('npm_config_cache', own);
  const { cache, remove } = writableNpmCache();
  remove();
  expect(cache).toBe(own);
  expect(existsSync(cache)).toBe(true);
});

it('uses a temporary cache if npm’s cache is not writable, and removes the temporary cache', () => {
  // Even root cannot create a folder below a file.
  const file = path.join(testFolder('cache'), 'file');
  writeFileSync(file, '');
  vi.stubEnv('npm_config_cache', path.join(file, 'cache'));
  const { cache, remove } = writableNpmCache();
  expect(cache).not.toContain(file);
  expect(existsSync(cache)).toBe(true);
  remove();
  expect(existsSync(cache)).toBe(false);
});
