import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../../tests/doubles/browser.ts';
import { deviceToken, signInWithDevice } from './device-token.ts';

let storage: Map<string, string>;
const signIn = () => signInWithDevice(async (device) => device);

beforeEach(() => {
  ({ storage } = pretendBrowser());
});
afterEach(() => vi.unstubAllGlobals());

it('a browser creates its token of 256 random bits at the first sign-in, and sends it again later', async () => {
  const token = await signIn();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(deviceToken()).toBe(token);
  expect(await signIn()).toBe(token);
  storage.clear();
  expect(await signIn()).not.toBe(token);
});

it('a rejected sign-in does not store a token', async () => {
  await expect(signInWithDevice(() => Promise.reject(new Error('rejected')))).rejects.toThrow('rejected');
  expect(deviceToken()).toBeUndefined();
  expect(storage.size).toBe(0);
});
