import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { clearSession, currentSession, storeSession } from '../customers/session.ts';
import { currentNotices, dismissNotice } from '../foundation/ui/notices.ts';
import { changeInOrder } from './change-cart.ts';
import { CartMerge, type GuestEntry } from './contract.ts';
import { type GuestLine, readGuestCart, storeGuestCart, withLine } from './guest-cart.ts';
import { mergeGuestCart } from './merge-guest-cart.ts';
import { mergeCartAfterSignIn, mergeErrorMessage } from './merge-status.ts';

const gender: '' = '';
const user = {
  ...{ _id: '1', email: 'asha@example.in', firstName: '', lastName: '', phone: '', gender, address: '' },
  ...{ apartment: '', city: '', state: '', pincode: '', country: '' },
};
const line = (proId: string, quantity: number): GuestLine => ({ proId, quantity, size: proId });

type Way = 'answers' | 'loses the call' | 'loses the answer' | 'is full' | 'has ended the session';
/** How the shop behaves at the next calls; afterwards it answers. */
let ways: Way[] = [];
/** What the shop has in the shopper's cart, and by which names it has brought guest carts in. */
let cart: Record<string, number> = {};
const brought = new Set<string>();

function take({ key, items }: { key: string; items: readonly GuestEntry[] }) {
  if (brought.has(key)) return;
  brought.add(key);
  for (const { proId, quantity } of items) cart[proId] = (cart[proId] ?? 0) + quantity;
}

async function shop(url: string, { body }: RequestInit): Promise<Response> {
  if (!url.endsWith('/merge')) return Response.json({ items: [] });
  const way = ways.shift() ?? 'answers';
  if (way === 'loses the call') throw new TypeError('no network');
  if (way === 'is full') {
    return Response.json({ title: 'cart-full', message: 'A cart has room for 100.' }, { status: 409 });
  }
  if (way === 'has ended the session') return Response.json({ message: 'Sign in.' }, { status: 401 });
  take(CartMerge.parse(JSON.parse(String(body))));
  if (way === 'loses the answer') return new Response('Bad Gateway', { status: 502 });
  return Response.json({ items: [], notice: null, waiting: [] });
}

/** Tries to bring the cart over, well or badly. */
async function tryIt(...shopDoes: Way[]) {
  ways = shopDoes;
  if (!currentSession()) storeSession({ token: 'mine', user });
  await mergeGuestCart().catch(() => undefined);
}
const putIn = (added: GuestLine) => storeGuestCart(withLine(readGuestCart(), added));

beforeEach(() => {
  pretendBrowser();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { pathname: '/cart', search: '' });
  vi.stubGlobal('fetch', shop);
  cart = {};
  brought.clear();
  storeGuestCart([line('A', 2)]);
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
  for (const { id } of currentNotices()) dismissNotice(id);
});

describe('after a merge whose outcome is not known', () => {
  const lost: Way[] = ['loses the call', 'loses the answer'];

  it.each(lost)('the same again comes in once, when the shop %s [S-CART-17 S-CART-20]', async (way) => {
    await tryIt(way);
    expect(readGuestCart()).toEqual([line('A', 2)]);
    await tryIt('answers');
    expect(cart).toEqual({ A: 2 });
    expect(readGuestCart()).toEqual([]);
  });

  it.each(lost)('what the guest put in since comes in too, when the shop %s [S-CART-20]', async (way) => {
    await tryIt(way);
    clearSession();
    putIn(line('B', 1));
    putIn(line('A', 3));
    await tryIt('answers');
    expect(cart).toEqual({ A: 5, B: 1 });
    expect(readGuestCart()).toEqual([]);
  });

  it.each(lost)('however often it goes wrong, when the shop %s [S-CART-20]', async (way) => {
    await tryIt(way);
    putIn(line('B', 1));
    await tryIt(way);
    putIn(line('A', 1));
    await tryIt('answers', way);
    putIn(line('C', 1));
    await tryIt('has ended the session');
    await tryIt(way);
    await tryIt('answers');
    expect(cart).toEqual({ A: 3, B: 1, C: 1 });
    expect(readGuestCart()).toEqual([]);
  });

  it('a cart that was emptied meanwhile is another one', async () => {
    await tryIt('loses the call');
    storeGuestCart([]);
    putIn(line('B', 1));
    await tryIt('answers');
    expect(cart).toEqual({ B: 1 });
  });

  it('another session that begins before its turn sends nothing, and forgets nothing', async () => {
    await tryIt('loses the answer');
    putIn(line('B', 1));
    const { promise: before, resolve: end } = Promise.withResolvers<void>();
    const busy = changeInOrder(() => before);
    const merging = mergeGuestCart();
    storeSession({ token: 'another', user });
    end();
    await Promise.all([busy, merging]);
    expect(cart).toEqual({ A: 2 });
    await tryIt('answers');
    expect(cart).toEqual({ A: 2, B: 1 });
  });

  it('the next shopper of this browser gets all of it', async () => {
    await tryIt('loses the answer');
    clearSession();
    putIn(line('B', 1));
    // The names are known for each shopper by itself.
    brought.clear();
    cart = {};
    await tryIt('answers');
    expect(cart).toEqual({ A: 2, B: 1 });
  });
});

it('what was refused goes as it is the next time', async () => {
  await tryIt('is full');
  storeGuestCart([line('A', 1), line('B', 1)]);
  await tryIt('answers');
  expect(cart).toEqual({ A: 1, B: 1 });
});

it('says why it was refused [S-CART-20]', async () => {
  storeSession({ token: 'mine', user });
  ways = ['is full'];
  await mergeCartAfterSignIn();
  const text = 'We could not bring your cart over. It is safe on this device. A cart has room for 100.';
  expect(mergeErrorMessage()).toBe(text);
  expect(currentNotices()).toMatchObject([{ text }]);
});
