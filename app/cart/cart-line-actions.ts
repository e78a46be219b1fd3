import { currentSession } from '../customers/session.ts';
import { toPaise, toRupees } from '../foundation/money.ts';
import { addToCustomerCart } from './cart-actions.ts';
import { changeCart, editLine, notifyError, removeLine } from './cart-api.ts';
import { type PendingChange, pendingChanges } from './cart-store.ts';
import { guestLineId } from './cart-view.ts';
import type { CartLine } from './contract.ts';
import { readGuestCart, storeGuestCart, withLine, withoutLine, withQuantity } from './guest-cart.ts';

// Not in cart-actions.ts, because product pages would load it.

/** Changes of the lines on the screen. */
export type LineActions = {
  /** Sets a line's quantity and shows it at once. On failure, restores the line and shows the error. */
  setQuantity: (line: CartLine, quantity: number) => void;
  /** Removes the line. The screen shows the removal at once. */
  remove: (line: CartLine) => Removal;
};

/** `done` resolves to false if the line was not removed. `undo` restores a removed line. */
export type Removal = { done: Promise<boolean>; undo: () => void };

/** Changes the lines in this browser's storage. */
export const guestLineActions: LineActions = {
  setQuantity({ id, proPrice }, quantity) {
    const lines = readGuestCart();
    const line = lines.find((one) => guestLineId(one) === id);
    if (line) storeGuestCart(withQuantity(lines, line, quantity, proPrice || line.proPrice));
  },
  remove({ id }) {
    const lines = readGuestCart();
    const at = lines.findIndex((one) => guestLineId(one) === id);
    const line = lines[at];
    if (!line) return { done: Promise.resolve(false), undo: () => {} };
    storeGuestCart(withoutLine(lines, line));
    const undo = () => storeGuestCart(withLine(readGuestCart(), line, undefined, at));
    return { done: Promise.resolve(true), undo };
  },
};

/**
 * Changes the lines of the customer's cart on the server. Undoing a removal cancels the request if it has not been sent.
 * Otherwise it adds the line again, in front of the line that follows in `items`. After a failed removal, undoing does
 * nothing.
 */
export const customerLineActions = (items: readonly CartLine[]): LineActions => ({
  setQuantity: (line, quantity) => void sendQuantity(line, quantity),
  remove(line) {
    const { id, proId, size, quantity } = line;
    const next = items[items.findIndex((one) => one.id === id) + 1]?.id;
    const before = pendingChanges.read().quantities.get(id);
    const { done, cancel } = sendQuantity(line, 0);
    const undo = () => {
      if (!cancel()) void done.then((isDone) => isDone && addToCustomerCart({ proId, size }, quantity, next));
      // The quantity before the removal may not have been sent yet.
      else if (before) void sendQuantity(line, before.quantity);
    };
    return { done, undo };
  },
});

/**
 * Sets the quantity of a line; 0 removes the line. Shows the new quantity at once and queues the request. `done` resolves to
 * false if the change fails, is replaced or cancelled before it is sent, or belongs to an earlier session. `cancel` returns
 * false if the change has been sent or replaced.
 */
function sendQuantity(line: CartLine, quantity: number): { done: Promise<boolean>; cancel: () => boolean } {
  const change = setPendingQuantity(line.id, quantity);
  let isSent = false;
  const isLatest = () => pendingChanges.read().quantities.get(line.id) === change;
  const settle = () => settleQuantity(line.id, change);
  async function send() {
    if (!isLatest()) return undefined;
    isSent = true;
    if (quantity === 0) return removeLine(line.id);
    return editLine(line.id, { quantity, price: toRupees(toPaise(line.proPrice) * quantity) });
  }

  const done = changeCart(currentSession()?.token, send, (error) => {
    // The error of a replaced change does not concern the quantity on the screen.
    if (isLatest()) notifyError(error);
  }).finally(settle);
  function cancel() {
    if (isSent || !isLatest()) return false;
    settle();
    return true;
  }
  return { done, cancel };
}

export function setPendingQuantity(lineId: string, quantity: number): PendingChange {
  const change = { quantity };
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, quantities: new Map(pending.quantities).set(lineId, change) });
  return change;
}

/** Removes a confirmed, failed, undone or dropped change. Keeps a later change of the same line. */
export function settleQuantity(lineId: string, change: PendingChange): void {
  const pending = pendingChanges.read();
  if (pending.quantities.get(lineId) !== change) return;
  const quantities = new Map(pending.quantities);
  quantities.delete(lineId);
  pendingChanges.write({ ...pending, quantities });
}
