import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { writableNpmCache } from './ensure.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tanabana-cache-'));
  return () => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  };
});

it('uses npm’s cache and does not remove it', () => {
  vi.stubEnv('npm_config_cache', path.join(folder, 'cache'));
  const { cache, remove } = writableNpmCache();
  remove();
  expect(cache).toBe(path.join(folder, 'cache'));
  expect(existsSync(cache)).toBe(true);
});

it('uses a temporary cache if npm’s is not writable, and removes it', () => {
  // Even root cannot create a folder below a file.
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  vi.stubEnv('npm_config_cache', path.join(file, 'cache'));
  const { cache, remove } = writableNpmCache();
  expect(cache).not.toContain(folder);
  expect(existsSync(cache)).toBe(true);
  remove();
  expect(existsSync(cache)).toBe(false);
});
