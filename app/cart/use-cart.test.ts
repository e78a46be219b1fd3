import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { stoleLine } from '../../tests/fixtures/cart-line.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { clearSession, storeSession } from '../customers/session.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { addToCart, addToCustomerCart } from './cart-actions.ts';
import { pendingChanges } from './cart-store.ts';
import { displayCustomerCart } from './cart-view.ts';
import type { Cart, CartLine } from './contract.ts';
import { readGuestCart, storeGuestCart } from './guest-cart.ts';
import { cartOf } from './rules.ts';
import { customerLineActions } from './use-cart.ts';

const shipping = { freeFromPaise: 0, belowPaise: 0 };

/** The customer's cart on the fake server. */
let items: CartLine[] = [];
let version = 0;
/** Requests for changes that the fake server has received in the current test. */
let requests: string[] = [];
/** Functions that continue the requests that the fake server has not processed yet. */
const waiting: (() => void)[] = [];
/** Outcomes of the next requests: processed, rejected, or processed with a lost response. */
let outcomes: Outcome[] = [];
type Outcome = 'done' | 'rejected' | 'lost';

const storedCart = (): Cart => cartOf({ version, notice: null }, items, shipping);
const quantities = ({ items }: Pick<Cart, 'items'>) =>
  Object.fromEntries(items.map(({ proId, quantity }) => [proId, quantity]));

function newLine(proId: string, quantity: number): CartLine {
  version += 1;
  const id = `line-${version}`;
  return {
    ...stoleLine,
    ...{ _id: id, id, proId, size: proId, productName: proId, title: proId, stock: 99 },
    ...{ proPrice: 100, price: 100 * quantity, quantity },
  };
}

function change(action: string | undefined, id: string | undefined, quantity: number) {
  version += 1;
  if (action === 'remove') items = items.filter((line) => line.id !== id);
  if (action === 'edit') items = items.map((line) => (line.id === id ? { ...line, quantity } : line));
  if (action === 'add' && id) items = [...items, newLine(id, quantity)];
}

async function respond(url: string, { body }: RequestInit): Promise<Response> {
  const [action, id] = url.replace('/api/cart/', '').split('/');
  if (action === 'get') return Response.json(storedCart());
  const { quantity = 0 }: { quantity?: number } = body ? JSON.parse(String(body)) : {};
  requests.push(`${action} ${id} ${quantity}`);
  await new Promise<void>((resolve) => waiting.push(resolve));
  const outcome = outcomes.shift() ?? 'done';
  if (outcome === 'rejected') return Response.json({ message: 'Something broke.' }, { status: 500 });
  change(action, id, quantity);
  if (outcome === 'lost') throw new TypeError('no network');
  return Response.json(storedCart());
}

let readShown: () => Cart;
let stop = () => {};

beforeEach(() => {
  pretendBrowser();
  requests = [];
  vi.stubGlobal('fetch', respond);
});
afterEach(() => {
  stop();
  clearSession();
  vi.unstubAllGlobals();
  for (const { id } of notices.read()) dismissNotice(id);
});

/** Signs in a customer with two lines in the cart, and observes the cart as the page does. Returns the lines. */
async function openCart(next: readonly Outcome[]) {
  const [first, second] = [newLine('A', 2), newLine('B', 3)];
  items = [first, second];
  outcomes = [...next];
  clearSession();
  storeSession({ token: 'mine', user });
  const { client, QueryObserver } = await import('../customers/query-client.ts');
  const observer = new QueryObserver<Cart>(client, {
    queryKey: ['mine', 'cart'],
    queryFn: async () => storedCart(),
    initialData: storedCart(),
  });
  stop = observer.subscribe(() => {});
  readShown = () =>
    displayCustomerCart(observer.getCurrentResult().data ?? storedCart(), pendingChanges.read(), shipping);
  return { first, second, ...customerLineActions(items) };
}

type Step = { kind: 'set' | 'remove' | 'undo' | 'add' | 'respond'; at: number; quantity: number };
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('set', 'remove', 'undo', 'add', 'respond'),
    at: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 14 },
);

/** Makes changes as the cart page does. Returns the quantities that the customer has chosen. */
async function applySteps(sequence: readonly Step[]): Promise<Record<string, number>> {
  const expected = new Map(Object.entries(quantities(storedCart())));
  let undo: (() => void) | undefined;
  for (const { kind, at, quantity } of sequence) {
    const shown = readShown().items;
    const line = shown[at % shown.length];
    if (kind === 'respond') waiting.shift()?.();
    if (kind === 'add' && !expected.has('C')) {
      void addToCustomerCart({ proId: 'C' }, 1);
      expected.set('C', 1);
      undo = undefined;
    }
    if (kind === 'set' && line) {
      customerLineActions(shown).setQuantity(line, quantity);
      expected.set(line.proId, quantity);
      undo = undefined;
    }
    if (kind === 'remove' && line) {
      const removal = customerLineActions(shown).remove(line);
      expected.delete(line.proId);
      undo = () => {
        removal.undo();
        expected.set(line.proId, line.quantity);
      };
    }
    if (kind === 'undo') {
      undo?.();
      undo = undefined;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Object.fromEntries(expected);
}

/** Lets the fake server respond until no change is pending. */
async function settle() {
  for (let quiet = 0; quiet < 10; quiet++) {
    if (waiting.length > 0) quiet = 0;
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await vi.waitFor(() => expect(pendingChanges.read()).toEqual({ quantities: new Map(), added: [] }));
  expect(quantities(readShown())).toEqual(quantities(storedCart()));
  for (const { id } of notices.read()) dismissNotice(id);
  stop();
}

it('the server stores the quantities that the customer chose last, even if responses arrive late [S-CART-05 S-CART-06]', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await openCart([]);
      const expected = await applySteps(sequence);
      await settle();
      expect(quantities(storedCart())).toEqual(expected);
    }),
  );
});

it('the page shows the cart that the server has stored, even after rejected requests and lost responses [S-CART-21]', async () => {
  const lost = fc.array(fc.constantFrom<Outcome>('done', 'rejected', 'lost'), { maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(steps, lost, async (sequence, next) => {
      await openCart(next);
      await applySteps(sequence);
      await settle();
    }),
  );
});

it('the browser sends only the first and the last of ten quick changes of a quantity [S-CART-05]', async () => {
  const { first, setQuantity } = await openCart([]);
  setQuantity(first, 3);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  for (let quantity = 4; quantity <= 12; quantity++) setQuantity(first, quantity);
  waiting.shift()?.();
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  expect(pendingChanges.read().quantities.get(first.id)).toEqual({ quantity: 12 });
  await settle();
  expect(requests).toEqual([`edit ${first.id} 3`, `edit ${first.id} 12`]);
});

it('a queued change is not sent after another customer has signed in [S-ROLE-03]', async () => {
  const { first, second, remove, setQuantity } = await openCart([]);
  const sent = addToCustomerCart({ proId: 'C' }, 1);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  const queued = [addToCustomerCart({ proId: 'D' }, 1), remove(first).done];
  setQuantity(second, 4);
  clearSession();
  storeSession({ token: 'theirs', user });
  waiting.shift()?.();
  expect(await Promise.all([sent, ...queued])).toEqual([true, false, false]);
  expect(requests).toEqual(['add C 1']);
  expect(pendingChanges.read()).toEqual({ quantities: new Map(), added: [] });
  expect(notices.read()).toEqual([]);
});

it('undoing a removal that the server has rejected sends no request [S-CART-06]', async () => {
  const { first, remove } = await openCart(['rejected']);
  const { done, undo } = remove(first);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting.shift()?.();
  expect(await done).toBe(false);
  undo();
  await Promise.resolve();
  expect(requests).toEqual([`remove ${first.id} 0`]);
  expect(notices.read()).toMatchObject([{ text: 'Something broke.' }]);
});

it('a guest sees that a line can have at most 99 units, even if more are in stock [S-CART-13]', async () => {
  storeGuestCart([{ proId: 'TB-STO-001', quantity: 97, size: 'TB-STO-001' }]);
  const sizes = [{ id: 'TB-STO-001', label: null, quantity: 150 }];
  const product = { proId: 'TB-STO-001', productName: 'Stole', img1: null, price: 450, sizes };
  expect(await addToCart(product, 'TB-STO-001', 5)).toBe(true);
  expect(readGuestCart()).toMatchObject([{ quantity: 99 }]);
  const text = 'You can order at most 99 of one piece.';
  await vi.waitFor(() => expect(notices.read()).toMatchObject([{ text }]));
});
