import { refreshCustomerData, setCustomerData } from '../customers/customer-query.ts';
import { currentSession } from '../customers/session.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import { serialQueue } from '../foundation/jobs/serial-queue.ts';
import { toPaise, toRupees } from '../foundation/money.ts';
import { notify } from '../foundation/ui/notices.ts';
import { addLine, editLine, removeLine } from './cart-api.ts';
import { cartQuery } from './cart-query.ts';
import type { Cart, CartLine } from './contract.ts';
import type { LineKey } from './guest-cart.ts';
import { currentPending, type PendingChange, setPendingQuantity, settleQuantity } from './optimistic-cart.ts';

/** Calls that change a cart wait for each other: answers come in the order of the clicks. */
export function changeInOrder<T>(work: () => Promise<T>): Promise<T> {
  return serialQueue('cart', work);
}

/**
 * A change in the name of this token's session. When another has begun before its turn comes, the shop is not asked,
 * and it resolves to `undefined`.
 */
export function changeForSession<T>(
  token: string | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return changeInOrder(async () =>
    token !== undefined && currentSession()?.token === token ? await work() : undefined,
  );
}

/** Shows the cart that the shop answered, and says what it has to say. Another session's answer is dropped. */
export async function showCart(cart: Cart, token: string | undefined): Promise<void> {
  if (token === undefined || currentSession()?.token !== token) return;
  await setCustomerData(cartQuery, () => cart);
  if (cart.notice) notify(cart.notice);
}

/** What the shopper is told when a change was refused, or did not arrive. A session that has ended says so itself. */
export function notifyError(error: unknown): void {
  if (error instanceof RequestFailed && error.status === 401) return;
  notify(error instanceof RequestFailed ? error.message : unreachableMessage);
}

/** Whoever looks at the cart sees it as the shop has it now. Where that does not arrive, the page says so. */
const readAgain = () => refreshCustomerData(cartQuery).catch(() => undefined);

/**
 * Adds at the shop, for the session of this token. Resolves to whether it is in the cart; a refusal has then been
 * told.
 */
export async function addLineToCart(
  key: LineKey,
  quantity: number,
  token: string | undefined,
  before?: string,
): Promise<boolean> {
  try {
    const line = { quantity, size: key.size ?? undefined, before };
    const cart = await changeForSession(token, () => addLine(key.proId, line));
    if (!cart) return false;
    await showCart(cart, token);
    await readAgain();
    return true;
  } catch (error) {
    notifyError(error);
    // It may be in all the same: then only the answer was lost.
    void readAgain();
    return false;
  }
}

/**
 * So many of the line, 0 to remove it: shown at once, told to the shop in turn. Resolves to whether the shop has
 * done it; a refusal has then been told.
 */
export function setQuantity(line: CartLine, quantity: number): Promise<boolean> {
  const token = currentSession()?.token;
  setPendingQuantity(line.id, quantity);
  const wish = currentPending().quantities.get(line.id);
  const pending = changeForSession(token, () => sendWish(line, token));
  return pending.then((isDone) => {
    // Asked in a session that is over: nobody wishes it any more.
    if (isDone === undefined && wish) settleQuantity(line.id, wish);
    return isDone ?? false;
  });
}

/** Takes a removal back that the shop has not been told of. False when it has, or when there is none. */
export function undoRemoval({ id }: CartLine): boolean {
  const wish = currentPending().quantities.get(id);
  if (wish?.quantity !== 0 || sent.has(wish)) return false;
  settleQuantity(id, wish);
  return true;
}

async function sendWish(line: CartLine, token: string | undefined): Promise<boolean> {
  const wish = currentPending().quantities.get(line.id);
  if (!wish) return false;
  // A call before this one may have taken the latest click along already.
  const earlier = sent.get(wish);
  if (earlier) return earlier;
  const pending = tellShop(line, wish, token);
  sent.set(wish, pending);
  return pending;
}

async function tellShop(line: CartLine, wish: PendingChange, token: string | undefined): Promise<boolean> {
  try {
    const { quantity } = wish;
    const price = toRupees(toPaise(line.proPrice) * quantity);
    const cart = await (quantity === 0 ? removeLine(line.id) : editLine(line.id, { quantity, price }));
    await showCart(cart, token);
    void readAgain().finally(() => settleQuantity(line.id, wish));
    return true;
  } catch (error) {
    const isLatest = currentPending().quantities.get(line.id) === wish;
    settleQuantity(line.id, wish);
    if (isLatest) notifyError(error);
    void readAgain();
    return false;
  }
}

/** What became of the wishes that the shop has been told of. */
const sent = new WeakMap<PendingChange, Promise<boolean>>();
