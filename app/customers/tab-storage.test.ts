import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import { endSession, storeSession } from './session.ts';
import { clearPersonalData, personalKeys, readTabJson, storeInTab } from './tab-storage.ts';

const { attempt, delivery } = personalKeys;
let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
});
afterEach(() => {
  clearPersonalData();
  vi.unstubAllGlobals();
});

it('a text is read again until it is removed', () => {
  storeInTab(attempt, '{"key":"1"}');
  expect([readTabJson(attempt), readTabJson(delivery)]).toEqual([{ key: '1' }, null]);
  storeInTab(attempt, null);
  expect(readTabJson(attempt)).toBeNull();
  expect(browser.tabStorage.size).toBe(0);
});

it('what is no JSON is nothing', () => {
  browser.tabStorage.set(attempt, 'rubbish');
  expect(readTabJson(attempt)).toBeUndefined();
});

it('where the storage is refused, a text lasts as long as the page', () => {
  browser.refuseStorage();
  storeInTab(attempt, '{"key":"1"}');
  expect(readTabJson(attempt)).toEqual({ key: '1' });
  storeInTab(attempt, null);
  expect(readTabJson(attempt)).toBeUndefined();
});

it('a storage that takes texts again holds the newest', () => {
  browser.refuseStorage();
  storeInTab(attempt, '{"key":"1"}');
  browser = pretendBrowser();
  storeInTab(attempt, '{"key":"2"}');
  expect(readTabJson(attempt)).toEqual({ key: '2' });
});

it('a session that ends by the shopper’s own hand takes the address and the attempt with it [S-AUTH-19]', () => {
  const texts = { firstName: '', lastName: '', phone: '', address: '', apartment: '', city: '' };
  const user = { _id: '1', email: 'a@example.in', ...texts, state: '', pincode: '', country: '' };
  storeSession({ token: 'mine', user: { ...user, gender: '' } });
  for (const key of [attempt, delivery]) storeInTab(key, '{}');
  endSession();
  expect([browser.tabStorage.size, browser.storage.size]).toEqual([0, 0]);
});
