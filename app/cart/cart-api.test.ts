import { expect, it, onTestFinished, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { clearSession, storeSession } from '../customers/session.ts';
import { fetchCart, toGuestEntry } from './cart-api.ts';
import { GuestEntry } from './contract.ts';

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

it.each([
  ['Latin', 'a "quoted" name '],
  ['Hindi', 'नीलाम्बरी पोचमपल्ली इकत साड़ी '],
  ['characters of four bytes', '🧵'],
])('a request with a hundred lines and long product names (%s) is smaller than 64 KB', (_, text) => {
  const number = 'सा'.repeat(30);
  const line = { proId: number, size: number, quantity: 99, proPrice: 99_999_999.99 };
  const lines = Array.from({ length: 100 }, () => toGuestEntry({ ...line, productName: text.repeat(500) }));
  expect(bytesOf({ key: 'x'.repeat(64), items: lines })).toBeLessThan(64 * 1024);
});

it('a long product name is truncated so that the API accepts it', () => {
  const entry = toGuestEntry({ proId: 'A', quantity: 1, productName: `${'x'.repeat(59)}🧵` });
  expect(entry.productName).toBe('x'.repeat(59));
  expect(GuestEntry.parse(entry).productName).toBe(entry.productName);
});

it('the cart is fetched again if another tab has received a newer cart [S-CART-21]', async () => {
  const { inAnotherTab, storage } = pretendBrowser();
  let requests = 0;
  vi.stubGlobal('fetch', async () => Response.json({ items: [], version: 2 + requests++ }));
  storeSession({ token: 'mine', user });
  const { client, QueryObserver } = await import('../customers/query-client.ts');
  const queryFn = ({ signal }: { signal: AbortSignal }) => fetchCart(signal);
  const stop = new QueryObserver(client, { queryKey: ['mine', 'cart'], queryFn }).subscribe(() => {});
  onTestFinished(() => {
    stop();
    vi.unstubAllGlobals();
  });
  await vi.waitFor(() => expect(storage.get('tanabana.cartVersion')).toBe('2'));
  inAnotherTab('tanabana.cartVersion', '2');
  inAnotherTab('tanabana.cartVersion', '1');
  await new Promise((resolve) => setImmediate(resolve));
  expect(requests).toBe(1);
  inAnotherTab('tanabana.cartVersion', '3');
  await vi.waitFor(() => expect(requests).toBe(2));
  clearSession();
  expect([...storage.keys()]).toEqual([]);
});
