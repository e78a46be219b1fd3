import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceToken } from './device-token.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a browser that has not signed in has no token, and is stored nothing', () => {
  expect(deviceToken()).toBeUndefined();
  expect(storage.size).toBe(0);
});

it('a browser that signs in makes a token of 256 random bits, once', () => {
  const token = deviceToken({ create: true });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(deviceToken()).toBe(token);
  expect(deviceToken({ create: true })).toBe(token);
  storage.clear();
  expect(deviceToken({ create: true })).not.toBe(token);
});

it('where storage is refused there is none', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(deviceToken({ create: true })).toBeUndefined();
});
