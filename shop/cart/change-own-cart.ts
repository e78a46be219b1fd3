import { refreshOwn, setOwn } from '../customers/own.ts';
import { currentSession } from '../customers/session.ts';
import { CallFailed, unreachable } from '../foundation/answers.ts';
import { inTurn } from '../foundation/in-turn.ts';
import { toPaise, toRupees } from '../foundation/money.ts';
import { notify } from '../foundation/ui/notices.ts';
import { addLine, editLine, removeLine } from './calls.ts';
import { cartQuery } from './cart-query.ts';
import type { Cart, CartLine } from './contract.ts';
import type { LineKey } from './guest-cart.ts';
import { currentPending, settleQuantity, wishQuantity } from './pending.ts';

/** Calls that change a cart wait for each other: answers come in the order of the clicks. */
export function changeInTurn<T>(work: () => Promise<T>): Promise<T> {
  return inTurn('cart', work);
}

/** Shows the cart that the shop answered, and says what it has to say. Another session's answer is dropped. */
export async function showAnswered(cart: Cart, token: string | undefined): Promise<void> {
  if (token === undefined || currentSession()?.token !== token) return;
  await setOwn(cartQuery, () => cart);
  if (cart.notice) notify(cart.notice);
}

/** What the shopper is told when a change was refused, or did not arrive. A session that has ended says so itself. */
export function tellRefusal(error: unknown): void {
  if (error instanceof CallFailed && error.status === 401) return;
  notify(error instanceof CallFailed ? error.message : unreachable);
}

/** Adds at the shop. Resolves to whether it is in the cart; a refusal has then been told. */
export async function addOwnLine(key: LineKey, quantity: number): Promise<boolean> {
  const token = currentSession()?.token;
  try {
    const cart = await changeInTurn(() => addLine(key.proId, { quantity, size: key.size ?? undefined }));
    await showAnswered(cart, token);
    await refreshOwn(cartQuery);
    return true;
  } catch (error) {
    tellRefusal(error);
    return false;
  }
}

/** So many of the line, 0 to remove it: shown at once, told to the shop in turn. */
export function setOwnQuantity(line: CartLine, quantity: number): void {
  wishQuantity(line.id, quantity);
  void changeInTurn(() => sendWish(line));
}

async function sendWish(line: CartLine): Promise<void> {
  const token = currentSession()?.token;
  const wish = currentPending().quantities.get(line.id);
  // A call before this one has taken the latest click along already.
  if (!wish || sent.has(wish)) return;
  sent.add(wish);
  try {
    const { quantity } = wish;
    const price = toRupees(toPaise(line.proPrice) * quantity);
    const cart = await (quantity === 0 ? removeLine(line.id) : editLine(line.id, { quantity, price }));
    await showAnswered(cart, token);
    void refreshOwn(cartQuery).finally(() => settleQuantity(line.id, wish));
  } catch (error) {
    const isLatest = currentPending().quantities.get(line.id) === wish;
    settleQuantity(line.id, wish);
    if (isLatest) tellRefusal(error);
    void refreshOwn(cartQuery);
  }
}

const sent = new WeakSet<object>();
