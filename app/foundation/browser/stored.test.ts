import { beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../../tests/doubles/browser.ts';
import { textAt } from '../parse-json.ts';
import { createStore } from './store.ts';
import { asJson, asText, stored } from './stored.ts';

let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
  return () => void vi.unstubAllGlobals();
});

const storedText = () => stored('a', asText);

/** Subscribes to a stored text. Returns the text, the received values and a function that unsubscribes. */
function subscribed() {
  const text = storedText();
  const received: (string | null)[] = [];
  const stop = text.subscribe(() => received.push(text.read()));
  return { text, received, stop };
}

const storedName = () =>
  stored(
    'a',
    asJson((json) => {
      const name = textAt(json, 'name');
      return name ? { name } : undefined;
    }),
    'sessionStorage',
  );

it('stores and removes a text in the browser’s storage, and calls listeners until they are unsubscribed', () => {
  const { text, received, stop } = subscribed();
  expect(text.read()).toBeNull();
  text.write('cloth');
  expect(browser.storage.get('a')).toBe('cloth');
  expect(storedText().read()).toBe('cloth');
  text.write(null);
  expect(browser.storage.has('a')).toBe(false);
  stop();
  text.write('two');
  expect(received).toEqual(['cloth', null]);
});

it('calls a listener when another tab changes the key or clears the storage, but not for other keys', () => {
  const { received } = subscribed();
  browser.inAnotherTab('a', 'from there');
  browser.inAnotherTab('b', 'something else');
  browser.inAnotherTab(null);
  expect(received).toEqual(['from there', null]);
});

it('calls a listener when the page is restored from the browser’s back/forward cache', () => {
  const { received, stop } = subscribed();
  browser.storage.set('a', 'written while the page was away');
  browser.showAgain(false);
  expect(received).toEqual([]);
  browser.showAgain(true);
  expect(received).toEqual(['written while the page was away']);
  stop();
  browser.showAgain(true);
  expect(received).toHaveLength(1);
});

it('keeps a text in memory while the browser’s storage is blocked, and uses the storage again when it is available', () => {
  browser.refuseStorage();
  const text = storedText();
  expect(text.read()).toBeNull();
  text.write('cloth');
  expect(text.read()).toBe('cloth');
  text.write(null);
  expect(text.read()).toBeNull();
  text.write('one');
  browser = pretendBrowser();
  text.write('two');
  browser.storage.set('a', 'three');
  expect(text.read()).toBe('three');
});

it('stores and removes a value as JSON in the tab’s storage, and reads the same object until the stored text changes', () => {
  const name = storedName();
  name.write({ name: 'Asha' });
  expect(browser.tabStorage.get('a')).toBe('{"name":"Asha"}');
  expect(storedName().read()).toEqual({ name: 'Asha' });
  expect(name.read()).toBe(name.read());
  browser.tabStorage.set('a', '{"name":"Meera"}');
  expect(name.read()).toEqual({ name: 'Meera' });
  name.write(undefined);
  expect([browser.tabStorage.size, name.read()]).toEqual([0, undefined]);
});

it.each(['', 'rubbish', 'null', '7', '{"other":"Asha"}'])(
  'reads no value from the invalid stored text "%s"',
  (text) => {
    browser.tabStorage.set('a', text);
    expect(storedName().read()).toBeUndefined();
  },
);

it('calls a listener of a store after each write, until the listener is unsubscribed', () => {
  const store = createStore(1);
  const received: number[] = [];
  const stop = store.subscribe(() => received.push(store.read()));
  store.write(2);
  store.write(3);
  stop();
  store.write(4);
  expect([...received, store.read()]).toEqual([2, 3, 4]);
});
