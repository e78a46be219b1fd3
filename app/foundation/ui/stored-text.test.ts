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

it('a text is kept in the browser, and forgotten', () => {
  const text = storedText('a');
  expect(text.read()).toBeNull();
  text.write('cloth');
  expect(browser.storage.get('a')).toBe('cloth');
  expect(storedText('a').read()).toBe('cloth');
  text.write(null);
  expect(browser.storage.has('a')).toBe(false);
});

it('whoever listens hears of each change, until they stop', () => {
  const text = storedText('a');
  const received: (string | null)[] = [];
  const stop = text.subscribe(() => received.push(text.read()));
  text.write('one');
  text.write(null);
  stop();
  text.write('two');
  expect(received).toEqual(['one', null]);
});

it('a change in another tab is heard, and that of another text is not', () => {
  const text = storedText('a');
  const received: (string | null)[] = [];
  text.subscribe(() => received.push(text.read()));
  browser.inAnotherTab('a', 'from there');
  browser.inAnotherTab('b', 'something else');
  browser.inAnotherTab(null);
  expect(received).toEqual(['from there', null]);
});

it('a page that comes back by the Back button hears what happened meanwhile', () => {
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

it('where the storage is refused, a text lives as long as the page', () => {
  browser.refuseStorage();
  const text = storedText('a');
  expect(text.read()).toBeNull();
  text.write('cloth');
  expect(text.read()).toBe('cloth');
  text.write(null);
  expect(text.read()).toBeNull();
});
