import { setQuantity, undoRemoval } from './change-cart.ts';
import type { CartLine } from './contract.ts';
import type { LineKey } from './guest-cart.ts';
import { pendingChanges } from './optimistic-cart.ts';

/**
 * Removes the line from the customer's cart. Undoing cancels a removal that was not sent yet. After a sent removal, undoing
 * calls `addAgain`, which inserts the line in front of the next line of `items`. After a failed removal, undoing does
 * nothing.
 */
export function removeLineFromCart(
  line: CartLine,
  items: readonly CartLine[],
  addAgain: (key: LineKey, quantity: number, before?: string) => Promise<unknown>,
): { done: Promise<boolean>; undo: () => void } {
  const { proId, size, quantity } = line;
  const next = items[items.findIndex(({ id }) => id === line.id) + 1]?.id;
  const before = pendingChanges.read().quantities.get(line.id);
  const done = setQuantity(line, 0);
  const undo = () => {
    if (undoRemoval(line)) {
      // The quantity before the removal may not have been sent yet.
      if (before) void setQuantity(line, before.quantity);
      return;
    }
    void done.then((isDone) => isDone && addAgain({ proId, size }, quantity, next));
  };
  return { done, undo };
}
