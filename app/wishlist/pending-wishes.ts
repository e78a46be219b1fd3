import type { PendingWish, PendingWishes } from './rules.ts';

let requested: PendingWishes = new Map();
const listeners = new Set<() => void>();

/**
 * What the hearts of this tab were asked for and the shop may not have said yet. It is shown over what the shop
 * says, so that a heart answers at once and no late answer turns it back.
 */
export const pendingWishes = () => requested;

export function subscribeToPendingWishes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(wishes: PendingWishes) {
  requested = wishes;
  for (const listener of listeners) listener();
}

export function storePendingWish(proId: string, wish: PendingWish): void {
  keep(new Map(requested).set(proId, wish));
}

/** From now on these hearts show what the shop says. A wish that was asked anew meanwhile is another one, and stays. */
export function clearPendingWishes(confirmed: ReadonlySet<PendingWish>): void {
  keep(new Map([...requested].filter(([, wish]) => !confirmed.has(wish))));
}
