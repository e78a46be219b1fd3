import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import type { Query } from '../foundation/browser/queries.ts';

const cart: Query<number> = { key: ['cart'], fetch: async () => 1 };
const signIn = (browser: PretendBrowser, token: string) =>
  browser.storage.set('tanabana.token', token).set('tanabana.user', '{"_id":"1","email":"asha@example.in"}');

/** Returns what the cache holds for the session. */
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

it('a guest has nothing of their own, and nothing is kept for one [S-AUTH-17]', async () => {
  await setCustomerData(cart, () => 2);
  signIn(browser, 'mine');
  expect(await cached(cart)).toBeUndefined();
});

it('what is set is known, and each change sees what was known', async () => {
  signIn(browser, 'mine');
  await setCustomerData(cart, () => 2);
  await setCustomerData(cart, (known) => (known ?? 0) + 1);
  expect(await cached(cart)).toBe(3);
});

it('what one session was told is not known in another [S-AUTH-19]', async () => {
  signIn(browser, 'mine');
  await setCustomerData(cart, () => 2);
  signIn(browser, 'another’s');
  expect(await cached(cart)).toBeUndefined();
});

it('with the session goes all that it was told, also when another tab ended it [S-AUTH-19]', async () => {
  signIn(browser, 'mine');
  await setCustomerData(cart, () => 2);
  browser.inAnotherTab('tanabana.token');
  signIn(browser, 'mine');
  expect(await cached(cart)).toBeUndefined();
});
