import type { LineKey } from './guest-cart.ts';

/**
 * What a signed-in shopper has asked of their cart and the shop has not confirmed yet. It is laid over what the
 * shop said last, so a change shows at once; taken away again, a refused change is as if it had never been.
 * Each wish is an object of its own: a later wish for the same line takes its place, and only the wish that was
 * answered is settled.
 */
export type PendingChange = { readonly quantity: number };

export type Pending = {
  /** How many of a line are wished for, by the line's id; 0 to remove it. */
  readonly quantities: ReadonlyMap<string, PendingChange>;
  readonly added: readonly LineKey[];
};

let pending: Pending = { quantities: new Map(), added: [] };
const listeners = new Set<() => void>();

function setState(next: Pending) {
  pending = next;
  for (const listener of listeners) listener();
}

export const currentPending = (): Pending => pending;

export function subscribeToPending(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setPendingQuantity(lineId: string, quantity: number): void {
  setState({ ...pending, quantities: new Map(pending.quantities).set(lineId, { quantity }) });
}

/** The wish has been answered; a later one for the same line stays. */
export function settleQuantity(lineId: string, change: PendingChange): void {
  if (pending.quantities.get(lineId) !== change) return;
  const quantities = new Map(pending.quantities);
  quantities.delete(lineId);
  setState({ ...pending, quantities });
}

export function addPendingLine(key: LineKey): void {
  setState({ ...pending, added: [...pending.added, key] });
}

export function settleLine(key: LineKey): void {
  setState({ ...pending, added: pending.added.filter((one) => one !== key) });
}
