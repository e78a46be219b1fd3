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
import { type PendingChange, pendingChanges, setPendingQuantity, settleQuantity } from './optimistic-cart.ts';

/** Runs changes of the cart one after the other, so that responses arrive in click order. */
export function changeInOrder<T>(work: () => Promise<T>): Promise<T> {
  return serialQueue('cart', work);
}

/**
 * Queues a change for the session of this token. Without a token, or if the session has changed before the change is sent,
 * resolves to undefined without a request.
 */
export function changeIfSameSession<T>(
  token: string | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return changeInOrder(async () =>
    token !== undefined && currentSession()?.token === token ? await work() : undefined,
  );
}

/** Stores the cart of a response and shows its notice. Ignores a response to another session or to none. */
export async function storeCart(cart: Cart, token: string | undefined): Promise<void> {
  if (token === undefined || currentSession()?.token !== token) return;
  await setCustomerData(cartQuery, () => cart);
  if (cart.notice) notify(cart.notice);
}

/** Shows the error of a failed change, except 401, which the session handles. */
export function notifyError(error: unknown): void {
  if (error instanceof RequestFailed && error.status === 401) return;
  notify(error instanceof RequestFailed ? error.message : unreachableMessage);
}

/** Fetches the cart again. Ignores a failure: the pages keep the last cart, or show the error if there is none. */
const fetchAgain = () => refreshCustomerData(cartQuery).catch(() => undefined);

/**
 * Adds a line on the server, for the session of this token. Resolves to false if the session has changed, or on failure.
 * Shows the error of a failure, except 401.
 */
export async function addLineToCart(
  key: LineKey,
  quantity: number,
  token: string | undefined,
  before?: string,
): Promise<boolean> {
  try {
    const line = { quantity, size: key.size ?? undefined, before };
    const cart = await changeIfSameSession(token, () => addLine(key.proId, line));
    if (!cart) return false;
    await storeCart(cart, token);
    await fetchAgain();
    return true;
  } catch (error) {
    notifyError(error);
    // The server may have added the line although the response was lost, so fetch the cart.
    void fetchAgain();
    return false;
  }
}

/**
 * Sets the quantity of a line; 0 removes the line. Shows the new quantity at once and queues the request. Resolves to false
 * if the change fails, is undone, or belongs to an earlier session. Shows the error of a failed change. Shows nothing for a
 * 401, or if the line has been changed again since.
 */
export function setQuantity(line: CartLine, quantity: number): Promise<boolean> {
  const token = currentSession()?.token;
  setPendingQuantity(line.id, quantity);
  const change = pendingChanges.read().quantities.get(line.id);
  const pending = changeIfSameSession(token, () => sendPending(line, token));
  return pending.then((isDone) => {
    // The session has changed, so the change is dropped.
    if (isDone === undefined && change) settleQuantity(line.id, change);
    return isDone ?? false;
  });
}

/** Cancels a removal that has not been sent. Returns false if the removal has been sent, or if the line has no removal. */
export function undoRemoval({ id }: CartLine): boolean {
  const change = pendingChanges.read().quantities.get(id);
  if (change?.quantity !== 0 || sent.has(change)) return false;
  settleQuantity(id, change);
  return true;
}

/** Sends the line's latest pending change, once. */
async function sendPending(line: CartLine, token: string | undefined): Promise<boolean> {
  const change = pendingChanges.read().quantities.get(line.id);
  if (!change) return false;
  // An earlier queued request may have sent this change already.
  const earlier = sent.get(change);
  if (earlier) return earlier;
  const pending = sendChange(line, change, token);
  sent.set(change, pending);
  return pending;
}

async function sendChange(
  line: CartLine,
  change: PendingChange,
  token: string | undefined,
): Promise<boolean> {
  try {
    const { quantity } = change;
    const price = toRupees(toPaise(line.proPrice) * quantity);
    const cart = await (quantity === 0 ? removeLine(line.id) : editLine(line.id, { quantity, price }));
    await storeCart(cart, token);
    void fetchAgain().finally(() => settleQuantity(line.id, change));
    return true;
  } catch (error) {
    const isLatest = pendingChanges.read().quantities.get(line.id) === change;
    settleQuantity(line.id, change);
    if (isLatest) notifyError(error);
    void fetchAgain();
    return false;
  }
}

/** Outcome of each change that has been sent. */
const sent = new WeakMap<PendingChange, Promise<boolean>>();
