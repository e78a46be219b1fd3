import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import type { Query } from '../foundation/browser/queries.ts';

const cart: Query<number> = { key: ['cart'], fetch: async () => 1 };
const signIn = (browser: PretendBrowser, token: string) =>
  browser.storage.set('tanabana.token', token).set('tanabana.user', '{"_id":"1","email":"asha@example.in"}');

/** Returns the data of a query that are cached for the session. */
async function cached<T>(query: Query<T>): Promise<T | undefined> {
  let found: T | undefined;
  await setCustomerData(query, (known) => {
    found = known;
    return known;
  });
  return found;
}

let browser: PretendBrowser;
let setCustomerData: typeof import('./customer-query.ts').setCustomerData;
beforeEach(async () => {
  browser = pretendBrowser();
  vi.resetModules();
  ({ setCustomerData } = await import('./customer-query.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('data of a guest is not cached, and data of one session is not used in another session [S-AUTH-17 S-AUTH-19]', async () => {
  await setCustomerData(cart, () => 2);
  signIn(browser, 'mine');
  expect(await cached(cart)).toBeUndefined();
  await setCustomerData(cart, () => 2);
  expect(await cached(cart)).toBe(2);
  signIn(browser, 'another’s');
  expect(await cached(cart)).toBeUndefined();
});

it('a function that changes cached data receives the old data, and its result is cached', async () => {
  signIn(browser, 'mine');
  await setCustomerData(cart, () => 2);
  await setCustomerData(cart, (known) => (known ?? 0) + 1);
  expect(await cached(cart)).toBe(3);
});

it('cached data is deleted when the session ends in another tab [S-AUTH-19]', async () => {
  signIn(browser, 'mine');
  await setCustomerData(cart, () => 2);
  browser.inAnotherTab('tanabana.token');
  signIn(browser, 'mine');
  expect(await cached(cart)).toBeUndefined();
});
