import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { clearSession, storeSession } from '../customers/session.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { addToCustomerCart } from './cart-actions.ts';
import { addLineToCart, setQuantity } from './change-cart.ts';
import type { Cart, CartLine } from './contract.ts';
import { pendingChanges } from './optimistic-cart.ts';
import { removeLineFromCart } from './remove-line.ts';

const gender: '' = '';
const user = {
  ...{ _id: '1', email: 'asha@example.in', firstName: '', lastName: '', phone: '', gender, address: '' },
  ...{ apartment: '', city: '', state: '', pincode: '', country: '' },
};
const stole: CartLine = {
  ...{
    _id: 'line-1',
    id: 'line-1',
    proId: 'TB-STO-002',
    productName: 'Stole',
    title: 'Stole',
    proPrice: 1850,
  },
  ...{ price: 1850, quantity: 2, img1: null, image: null, mrp: null, size: 'TB-STO-002', sizeLabel: null },
  ...{ stock: 9, url: '/', picture: null, from: '', notes: [] },
};
const cart: Cart = {
  ...{ items: [], count: 0, subtotal: 0, shippingCost: 0, tax: 0, total: 0, version: 1, notice: null },
};

/** Requests that the server received, each with its token. */
const requests: string[] = [];
let respond: () => Promise<Response>;
const succeed = async () => Response.json(cart);
const fail = async () => Response.json({ message: 'Something broke on our side.' }, { status: 500 });
const changes = () => requests.filter((request) => !request.includes('cart/get'));
let stopReading: () => void;

/** Makes each response wait until `respondNext` is called. */
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
  respond = succeed;
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')?.replace('Bearer ', '');
    requests.push(`${url.replace('/api/', '')} ${token}`);
    return url.endsWith('cart/get') ? succeed() : respond();
  });
  storeSession({ token: 'mine', user });
  // An active observer of the cart query, so that invalidating the query fetches it again.
  const { client, QueryObserver } = await import('../customers/query-client.ts');
  const observer = new QueryObserver(client, {
    queryKey: ['mine', 'cart'],
    queryFn: async () => (await fetch('/api/cart/get', {})).json(),
    initialData: cart,
  });
  stopReading = observer.subscribe(() => {});
});
afterEach(() => {
  stopReading();
  clearSession();
  vi.unstubAllGlobals();
  for (const { id } of notices.read()) dismissNotice(id);
});

it('fetches the cart again if the response to an add was lost [S-CART-21]', async () => {
  respond = async () => Promise.reject(new TypeError('no network'));
  expect(await addLineToCart({ proId: 'TB-STO-002' }, 1, 'mine')).toBe(false);
  await vi.waitFor(() =>
    expect(requests.filter((request) => request.startsWith('cart/get'))).toHaveLength(1),
  );
});

it('does not send a queued change after another customer has signed in [S-ROLE-03]', async () => {
  const { respondNext } = delayResponses();
  const first = addToCustomerCart({ proId: 'TB-STO-002' }, 1);
  await vi.waitFor(() => expect(changes()).toEqual(['cart/add/TB-STO-002 mine']));
  const second = addToCustomerCart({ proId: 'TB-STO-004' }, 1);
  const third = setQuantity(stole, 3);
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
  const { done, undo } = removeLineFromCart(stole, [stole], addToCustomerCart);
  expect(await done).toBe(false);
  undo();
  await Promise.resolve();
  expect(changes()).toEqual(['cart/remove/line-1 mine']);
  expect(notices.read()).toMatchObject([{ text: 'Something broke on our side.' }]);
});

it('does not send a removal that is undone while it is queued [S-CART-06]', async () => {
  const { respondNext } = delayResponses();
  const adding = addToCustomerCart({ proId: 'TB-STO-004' }, 1);
  const { done, undo } = removeLineFromCart(stole, [stole], addToCustomerCart);
  expect(pendingChanges.read().quantities.get('line-1')).toEqual({ quantity: 0 });
  undo();
  expect(pendingChanges.read().quantities.size).toBe(0);
  await vi.waitFor(() => expect(changes()).toHaveLength(1));
  respondNext();
  await adding;
  expect(await done).toBe(false);
  expect(changes()).toEqual(['cart/add/TB-STO-004 mine']);
});

it('restores the pending quantity when a removal is undone [S-CART-05]', async () => {
  const { respondNext } = delayResponses();
  const adding = addToCustomerCart({ proId: 'TB-STO-004' }, 1);
  await vi.waitFor(() => expect(changes()).toHaveLength(1));
  const changing = setQuantity(stole, 3);
  removeLineFromCart({ ...stole, quantity: 3 }, [stole], addToCustomerCart).undo();
  expect(pendingChanges.read().quantities.get('line-1')).toEqual({ quantity: 3 });
  respond = succeed;
  respondNext();
  expect(await Promise.all([adding, changing])).toEqual([true, true]);
  expect(changes()).toEqual(['cart/add/TB-STO-004 mine', 'cart/edit/line-1 mine']);
});

it('adds the line again when a sent removal is undone [S-CART-06]', async () => {
  const { respondNext } = delayResponses();
  const { undo } = removeLineFromCart(stole, [stole], addToCustomerCart);
  await vi.waitFor(() => expect(changes()).toHaveLength(1));
  undo();
  respond = succeed;
  respondNext();
  await vi.waitFor(() => expect(changes().at(-1)).toBe('cart/add/TB-STO-002 mine'));
  await vi.waitFor(() => expect(pendingChanges.read()).toEqual({ quantities: new Map(), added: [] }));
});
