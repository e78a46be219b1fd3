import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { endSession, storeSession } from './session.ts';
import { clearPersonalData, storedAttempt, storedDelivery } from './tab-storage.ts';

let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
});
afterEach(() => {
  clearPersonalData();
  vi.unstubAllGlobals();
});

it('signing out removes the typed address and the payment in progress [S-AUTH-19]', () => {
  storeSession({ token: 'mine', user });
  for (const stored of [storedAttempt, storedDelivery]) stored.write({});
  expect(browser.tabStorage.size).toBe(2);
  endSession();
  expect([browser.tabStorage.size, browser.storage.size]).toEqual([0, 0]);
});
