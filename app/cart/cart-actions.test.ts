import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { stoleLine } from '../../tests/fixtures/cart-line.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { clearSession, storeSession } from '../customers/session.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { type AddedProduct, addToCart, addToCustomerCart } from './cart-actions.ts';
import { pendingChanges } from './cart-store.ts';
import type { Cart, CartLine } from './contract.ts';
import { readGuestCart, storeGuestCart } from './guest-cart.ts';
import { customerLineActions } from './use-cart.ts';

const stole: CartLine = { ...stoleLine, quantity: 2 };
const cart: Cart = {
  ...{ items: [], count: 0, subtotal: 0, shippingCost: 0, tax: 0, total: 0, version: 1, notice: null },
};

describe('a guest', () => {
  const product: AddedProduct = {
    ...{ proId: 'TB-STO-001', productName: 'Stole', img1: null, price: 450 },
    sizes: [{ id: 'TB-STO-001', label: null, quantity: 150 }],
  };

  beforeEach(() => {
    pretendBrowser();
    storeGuestCart([{ proId: 'TB-STO-001', quantity: 97, size: 'TB-STO-001' }]);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    for (const { id } of notices.read()) dismissNotice(id);
  });

  it('reads in a notice that a line has at most 99 units, even if more units are in stock [S-CART-13]', async () => {
    expect(await addToCart(product, 'TB-STO-001', 5)).toBe(true);
    expect(readGuestCart()).toMatchObject([{ quantity: 99 }]);
    await vi.waitFor(() =>
      expect(notices.read()).toMatchObject([{ text: 'You can order at most 99 of one piece.' }]),
    );
  });
});

describe('a customer’s browser', () => {
  /** Requests that the fake server received, each with its session token. */
  const requests: string[] = [];
  /** Bodies of the requests that the fake server received. */
  const bodies: unknown[] = [];
  let respond: () => Promise<Response>;
  const succeed = async () => Response.json(cart);
  const fail = async () => Response.json({ message: 'Something broke on our side.' }, { status: 500 });
  const changes = () => requests.filter((request) => !request.includes('cart/get'));
  const lines = customerLineActions([stole]);
  let stopReading: () => void;
  let shownCart: () => Cart | undefined;

  /** Makes each response of the fake server wait until `respondNext` is called. */
  function delayResponses() {
    const waiting: (() => void)[] = [];
    respond = async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return succeed();
    };
    return { respondNext: () => waiting.shift()?.() };
  }

  beforeEach(async () => {
    pretendBrowser();
    requests.length = 0;
    bodies.length = 0;
    respond = succeed;
    vi.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
      const token = new Headers(headers).get('authorization')?.replace('Bearer ', '');
      requests.push(`${url.replace('/api/', '')} ${token}`);
      if (typeof body === 'string') bodies.push(JSON.parse(body));
      return url.endsWith('cart/get') ? succeed() : respond();
    });
    storeSession({ token: 'mine', user });
    // Observe the cart query, because invalidation only refetches queries with an active observer.
    const { client, QueryObserver } = await import('../customers/query-client.ts');
    const observer = new QueryObserver(client, {
      queryKey: ['mine', 'cart'],
      queryFn: async () => (await fetch('/api/cart/get', {})).json(),
      initialData: cart,
    });
    stopReading = observer.subscribe(() => {});
    shownCart = () => client.getQueryData(['mine', 'cart']);
  });
  afterEach(() => {
    stopReading();
    clearSession();
    vi.unstubAllGlobals();
    for (const { id } of notices.read()) dismissNotice(id);
  });

  it('sends one request for each change, and shows the returned cart [S-CART-21]', async () => {
    respond = async () => Response.json({ ...cart, version: 2 });
    expect(await addToCustomerCart({ proId: 'TB-STO-002' }, 1)).toBe(true);
    expect(shownCart()).toMatchObject({ version: 2 });
    lines.setQuantity(stole, 3);
    expect(await lines.remove({ ...stole, id: 'line-2' }).done).toBe(true);
    expect(await addToCustomerCart({ proId: 'TB-STO-004' }, 1)).toBe(true);
    expect(requests).toEqual([
      'cart/add/TB-STO-002 mine',
      'cart/edit/line-1 mine',
      'cart/remove/line-2 mine',
      'cart/add/TB-STO-004 mine',
    ]);
    expect(pendingChanges.read()).toEqual({ quantities: new Map(), added: [] });
  });

  it('sends only the first and the last of ten quick changes of a quantity [S-CART-05]', async () => {
    const { respondNext } = delayResponses();
    lines.setQuantity(stole, 3);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    for (let quantity = 4; quantity <= 12; quantity++) lines.setQuantity(stole, quantity);
    respondNext();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(pendingChanges.read().quantities.get('line-1')).toEqual({ quantity: 12 });
    respondNext();
    await vi.waitFor(() => expect(pendingChanges.read().quantities.size).toBe(0));
    expect(bodies).toMatchObject([{ quantity: 3 }, { quantity: 12 }]);
    expect(requests).toHaveLength(2);
  });

  it('does not send a queued change after another customer has signed in [S-ROLE-03]', async () => {
    const { respondNext } = delayResponses();
    const first = addToCustomerCart({ proId: 'TB-STO-002' }, 1);
    await vi.waitFor(() => expect(changes()).toEqual(['cart/add/TB-STO-002 mine']));
    const second = addToCustomerCart({ proId: 'TB-STO-004' }, 1);
    const { done: third } = lines.remove(stole);
    lines.setQuantity({ ...stole, id: 'line-2' }, 3);
    clearSession();
    storeSession({ token: 'theirs', user });
    respondNext();
    expect(await Promise.all([first, second, third])).toEqual([true, false, false]);
    expect(changes()).toHaveLength(1);
    expect(pendingChanges.read()).toEqual({ quantities: new Map(), added: [] });
    expect(notices.read()).toEqual([]);
  });

  it('sends nothing when a rejected removal is undone [S-CART-06]', async () => {
    respond = fail;
    const { done, undo } = lines.remove(stole);
    expect(await done).toBe(false);
    undo();
    await Promise.resolve();
    expect(changes()).toEqual(['cart/remove/line-1 mine']);
    expect(notices.read()).toMatchObject([{ text: 'Something broke on our side.' }]);
  });
});
