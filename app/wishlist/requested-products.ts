import type { RequestedProduct, RequestedProducts } from './rules.ts';

let requested: RequestedProducts = new Map();
const listeners = new Set<() => void>();

/**
 * What the hearts of this tab were asked for and the shop may not have said yet. It is shown over what the shop
 * says, so that a heart answers at once and no late answer turns it back.
 */
export const requestedProducts = () => requested;

export function subscribeToRequested(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(wishes: RequestedProducts) {
  requested = wishes;
  for (const listener of listeners) listener();
}

export function storeRequested(proId: string, wish: RequestedProduct): void {
  keep(new Map(requested).set(proId, wish));
}

/** From now on these hearts show what the shop says. A wish that was asked anew meanwhile is another one, and stays. */
export function clearRequested(wishes: ReadonlySet<RequestedProduct>): void {
  keep(new Map([...requested].filter(([, wish]) => !wishes.has(wish))));
}
