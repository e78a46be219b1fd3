import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { clearSession, storeSession } from '../customers/session.ts';
import { currentNotices, dismissNotice } from '../foundation/ui/notices.ts';
import { addToCustomerCart } from './cart-actions.ts';
import { addLineToCart, setQuantity } from './change-cart.ts';
import type { Cart, CartLine } from './contract.ts';
import { currentPending } from './optimistic-cart.ts';
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

/** The calls that the shop has got, with the tokens they carried. */
const calls: string[] = [];
let answer: () => Promise<Response>;
const yes = async () => Response.json(cart);
const no = async () => Response.json({ message: 'Something broke on our side.' }, { status: 500 });
const reported = () => calls.filter((call) => !call.includes('cart/get'));
let stopReading: () => void;

/** A shop that answers when it is told to. */
function slowShop() {
  const waiting: (() => void)[] = [];
  answer = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return yes();
  };
  return { answerNext: () => waiting.shift()?.() };
}

beforeEach(async () => {
  pretendBrowser();
  calls.length = 0;
  answer = yes;
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')?.replace('Bearer ', '');
    calls.push(`${url.replace('/api/', '')} ${token}`);
    return url.endsWith('cart/get') ? yes() : answer();
  });
  storeSession({ token: 'mine', user });
  // Somebody looks at the cart: whatever asks for it anew is answered.
  const { customerQueryClient, QueryObserver } = await import('../customers/query-client.ts');
  const observer = new QueryObserver(customerQueryClient, {
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
  for (const { id } of currentNotices()) dismissNotice(id);
});

it('after an add whose answer was lost, the cart is fetched: it may be in [S-CART-21]', async () => {
  answer = async () => Promise.reject(new TypeError('no network'));
  expect(await addLineToCart({ proId: 'TB-STO-002' }, 1, 'mine')).toBe(false);
  await vi.waitFor(() => expect(calls.filter((call) => call.startsWith('cart/get'))).toHaveLength(1));
});

it('what waits for its turn is not done in the name of somebody else [S-ROLE-03]', async () => {
  const { answerNext } = slowShop();
  const first = addToCustomerCart({ proId: 'TB-STO-002' }, 1);
  await vi.waitFor(() => expect(reported()).toEqual(['cart/add/TB-STO-002 mine']));
  const second = addToCustomerCart({ proId: 'TB-STO-004' }, 1);
  const third = setQuantity(stole, 3);
  clearSession();
  storeSession({ token: 'theirs', user });
  answerNext();
  expect(await Promise.all([first, second, third])).toEqual([true, false, false]);
  expect(reported()).toHaveLength(1);
  expect(currentPending()).toEqual({ quantities: new Map(), added: [] });
  expect(currentNotices()).toEqual([]);
});

it('a removal that the shop refused has nothing to undo [S-CART-06]', async () => {
  answer = no;
  const { done, undo } = removeLineFromCart(stole, [stole], addToCustomerCart);
  expect(await done).toBe(false);
  undo();
  await Promise.resolve();
  expect(reported()).toEqual(['cart/remove/line-1 mine']);
  expect(currentNotices()).toMatchObject([{ text: 'Something broke on our side.' }]);
});

it('a removal that is undone before the shop was told of it never was [S-CART-06]', async () => {
  const { answerNext } = slowShop();
  const adding = addToCustomerCart({ proId: 'TB-STO-004' }, 1);
  const { done, undo } = removeLineFromCart(stole, [stole], addToCustomerCart);
  expect(currentPending().quantities.get('line-1')).toEqual({ quantity: 0 });
  undo();
  expect(currentPending().quantities.size).toBe(0);
  await vi.waitFor(() => expect(reported()).toHaveLength(1));
  answerNext();
  await adding;
  expect(await done).toBe(false);
  expect(reported()).toEqual(['cart/add/TB-STO-004 mine']);
});

it('with a removal that is undone comes back how many were wished before it [S-CART-05]', async () => {
  const { answerNext } = slowShop();
  const adding = addToCustomerCart({ proId: 'TB-STO-004' }, 1);
  await vi.waitFor(() => expect(reported()).toHaveLength(1));
  const changing = setQuantity(stole, 3);
  removeLineFromCart({ ...stole, quantity: 3 }, [stole], addToCustomerCart).undo();
  expect(currentPending().quantities.get('line-1')).toEqual({ quantity: 3 });
  answer = yes;
  answerNext();
  expect(await Promise.all([adding, changing])).toEqual([true, true]);
  expect(reported()).toEqual(['cart/add/TB-STO-004 mine', 'cart/edit/line-1 mine']);
});

it('a removal that is on its way is undone by adding again, when it was done [S-CART-06]', async () => {
  const { answerNext } = slowShop();
  const { undo } = removeLineFromCart(stole, [stole], addToCustomerCart);
  await vi.waitFor(() => expect(reported()).toHaveLength(1));
  undo();
  answer = yes;
  answerNext();
  await vi.waitFor(() => expect(reported().at(-1)).toBe('cart/add/TB-STO-002 mine'));
  await vi.waitFor(() => expect(currentPending()).toEqual({ quantities: new Map(), added: [] }));
});
