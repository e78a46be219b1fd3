import { setQuantity, undoRemoval } from './change-cart.ts';
import type { CartLine } from './contract.ts';
import type { LineKey } from './guest-cart.ts';
import { currentPending } from './optimistic-cart.ts';

/**
 * Takes the line out of the signed-in shopper's cart. To undo that is to keep it, while the shop has not been told
 * yet; and to add it again (`addAgain`) once it is out. When the shop has refused, the line never left.
 */
export function removeLineFromCart(
  line: CartLine,
  addAgain: (key: LineKey, quantity: number) => Promise<unknown>,
): { done: Promise<boolean>; undo: () => void } {
  const { proId, size, quantity } = line;
  const before = currentPending().quantities.get(line.id);
  const done = setQuantity(line, 0);
  const undo = () => {
    if (undoRemoval(line)) {
      // The shop may not know yet how many there were.
      if (before) void setQuantity(line, before.quantity);
      return;
    }
    void done.then((isDone) => isDone && addAgain({ proId, size }, quantity));
  };
  return { done, undo };
}
