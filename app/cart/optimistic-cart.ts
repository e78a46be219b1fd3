import { createStore } from '../foundation/browser/store.ts';
import type { LineKey } from './guest-cart.ts';

/**
 * A change of a line's quantity that the server has not confirmed yet. A later change of the line replaces this change.
 * Changes are compared by identity, so settling a replaced change has no effect.
 */
export type PendingChange = { readonly quantity: number };

/** The customer's unconfirmed changes, applied to the last cart from the server. */
export type Pending = {
  /** Requested quantity by line id; 0 removes the line. */
  readonly quantities: ReadonlyMap<string, PendingChange>;
  readonly added: readonly LineKey[];
};

export const pendingChanges = createStore<Pending>({ quantities: new Map(), added: [] });

export function setPendingQuantity(lineId: string, quantity: number): void {
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, quantities: new Map(pending.quantities).set(lineId, { quantity }) });
}

/** Removes a confirmed, failed, undone or dropped change. Keeps a later change of the same line. */
export function settleQuantity(lineId: string, change: PendingChange): void {
  const pending = pendingChanges.read();
  if (pending.quantities.get(lineId) !== change) return;
  const quantities = new Map(pending.quantities);
  quantities.delete(lineId);
  pendingChanges.write({ ...pending, quantities });
}

export function addPendingLine(key: LineKey): void {
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, added: [...pending.added, key] });
}

export function settleLine(key: LineKey): void {
  const pending = pendingChanges.read();
  pendingChanges.write({ ...pending, added: pending.added.filter((one) => one !== key) });
}
