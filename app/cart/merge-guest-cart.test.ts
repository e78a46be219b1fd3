import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { clearSession, currentSession, storeSession } from '../customers/session.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { changeInOrder } from './cart-api.ts';
import { mergeCartAfterSignIn, mergeErrorMessage } from './cart-store.ts';
import { CartMerge, type GuestEntry } from './contract.ts';
import { type GuestLine, readGuestCart, storeGuestCart, withLine } from './guest-cart.ts';
import { mergeGuestCart } from './merge-guest-cart.ts';

const line = (proId: string, quantity: number): GuestLine => ({ proId, quantity, size: proId });

type Behaviour = 'answers' | 'loses the request' | 'loses the response' | 'is full' | 'has ended the session';
/** Failures of the fake server for the next requests. Afterwards the server responds normally. */
let behaviours: Behaviour[] = [];
/** The customer's cart on the fake server, and the keys of the merged guest carts. */
let cart: Record<string, number> = {};
const mergedKeys = new Set<string>();

function merge({ key, items }: { key: string; items: readonly GuestEntry[] }) {
  if (mergedKeys.has(key)) return;
  mergedKeys.add(key);
  for (const { proId, quantity } of items) cart[proId] = (cart[proId] ?? 0) + quantity;
}

async function respond(url: string, { body }: RequestInit): Promise<Response> {
  if (!url.endsWith('/merge')) return Response.json({ items: [] });
  const behaviour = behaviours.shift() ?? 'answers';
  if (behaviour === 'loses the request') throw new TypeError('no network');
  if (behaviour === 'is full') {
    return Response.json({ title: 'cart-full', message: 'A cart has room for 100.' }, { status: 409 });
  }
  if (behaviour === 'has ended the session') return Response.json({ message: 'Sign in.' }, { status: 401 });
  merge(CartMerge.parse(JSON.parse(String(body))));
  if (behaviour === 'loses the response') return new Response('Bad Gateway', { status: 502 });
  return Response.json({ items: [], notice: null, waiting: [] });
}

/** Merges the cart while the fake server behaves as given. Signs in first if there is no session. Ignores a failure. */
async function tryMerge(...next: Behaviour[]) {
  behaviours = next;
  if (!currentSession()) storeSession({ token: 'mine', user });
  await mergeGuestCart().catch(() => undefined);
}
const addToGuestCart = (added: GuestLine) => storeGuestCart(withLine(readGuestCart(), added));

beforeEach(() => {
  pretendBrowser();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { pathname: '/cart', search: '' });
  vi.stubGlobal('fetch', respond);
  cart = {};
  mergedKeys.clear();
  storeGuestCart([line('A', 2)]);
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
  for (const { id } of notices.read()) dismissNotice(id);
});

describe('merging a guest’s cart again after a merge without a response', () => {
  const lost: Behaviour[] = ['loses the request', 'loses the response'];

  it.each(lost)('adds each line once if the server repeatedly %s [S-CART-20]', async (behaviour) => {
    await tryMerge(behaviour);
    addToGuestCart(line('B', 1));
    await tryMerge(behaviour);
    addToGuestCart(line('A', 1));
    await tryMerge('answers', behaviour);
    addToGuestCart(line('C', 1));
    await tryMerge('has ended the session');
    await tryMerge(behaviour);
    await tryMerge('answers');
    expect(cart).toEqual({ A: 3, B: 1, C: 1 });
    expect(readGuestCart()).toEqual([]);
  });

  it('adds only the new lines if the guest’s cart was emptied and filled again', async () => {
    await tryMerge('loses the request');
    storeGuestCart([]);
    addToGuestCart(line('B', 1));
    await tryMerge('answers');
    expect(cart).toEqual({ B: 1 });
  });

  it('sends nothing if the session changes while the merge is queued, and then the next merge adds the lines', async () => {
    await tryMerge('loses the response');
    addToGuestCart(line('B', 1));
    const { promise: before, resolve: end } = Promise.withResolvers<void>();
    const busy = changeInOrder(() => before);
    const merging = mergeGuestCart();
    storeSession({ token: 'another', user });
    end();
    await Promise.all([busy, merging]);
    expect(cart).toEqual({ A: 2 });
    await tryMerge('answers');
    expect(cart).toEqual({ A: 2, B: 1 });
  });

  it('adds all lines to the cart of a different customer who signs in', async () => {
    await tryMerge('loses the response');
    clearSession();
    addToGuestCart(line('B', 1));
    // The server stores the merge keys of each customer separately.
    mergedKeys.clear();
    cart = {};
    await tryMerge('answers');
    expect(cart).toEqual({ A: 2, B: 1 });
  });
});

it('the next merge after a rejected merge sends the current lines of the guest’s cart', async () => {
  await tryMerge('is full');
  storeGuestCart([line('A', 1), line('B', 1)]);
  await tryMerge('answers');
  expect(cart).toEqual({ A: 1, B: 1 });
});

it('a notice contains the reason for a rejected merge [S-CART-20]', async () => {
  storeSession({ token: 'mine', user });
  behaviours = ['is full'];
  await mergeCartAfterSignIn();
  const text =
    'We could not move your cart to your account yet. It is safe on this device. A cart has room for 100.';
  expect(mergeErrorMessage()).toBe(text);
  expect(notices.read()).toMatchObject([{ text }]);
});
