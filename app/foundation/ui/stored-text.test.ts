import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../../tests/doubles/browser.ts';
import { storedText } from './stored-text.ts';

let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('stores and removes a text in the browser’s storage', () => {
  const text = storedText('a');
  expect(text.read()).toBeNull();
  text.write('cloth');
  expect(browser.storage.get('a')).toBe('cloth');
  expect(storedText('a').read()).toBe('cloth');
  text.write(null);
  expect(browser.storage.has('a')).toBe(false);
});

it('calls a listener after each change until the listener unsubscribes', () => {
  const text = storedText('a');
  const received: (string | null)[] = [];
  const stop = text.subscribe(() => received.push(text.read()));
  text.write('one');
  text.write(null);
  stop();
  text.write('two');
  expect(received).toEqual(['one', null]);
});

it('calls a listener after another tab changes the listener’s key, but not after changes to other keys', () => {
  const text = storedText('a');
  const received: (string | null)[] = [];
  text.subscribe(() => received.push(text.read()));
  browser.inAnotherTab('a', 'from there');
  browser.inAnotherTab('b', 'something else');
  browser.inAnotherTab(null);
  expect(received).toEqual(['from there', null]);
});

it('calls a listener when the page is restored from the back/forward cache', () => {
  const text = storedText('a');
  const received: (string | null)[] = [];
  const stop = text.subscribe(() => received.push(text.read()));
  browser.storage.set('a', 'written while the page was away');
  browser.showAgain(false);
  expect(received).toEqual([]);
  browser.showAgain(true);
  expect(received).toEqual(['written while the page was away']);
  stop();
  browser.showAgain(true);
  expect(received).toHaveLength(1);
});

it('keeps a text in memory if the storage is blocked', () => {
  browser.refuseStorage();
  const text = storedText('a');
  expect(text.read()).toBeNull();
  text.write('cloth');
  expect(text.read()).toBe('cloth');
  text.write(null);
  expect(text.read()).toBeNull();
});
