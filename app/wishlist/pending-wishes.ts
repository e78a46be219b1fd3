import { createStore } from '../foundation/browser/store.ts';
import type { PendingWish, PendingWishes } from './rules.ts';

/** Hearts pressed in this tab that the server may not have confirmed. They are shown in place of the server's state. */
export const pendingWishes = createStore<PendingWishes>(new Map());

export function setPendingWish(proId: string, wish: PendingWish): void {
  pendingWishes.write(new Map(pendingWishes.read()).set(proId, wish));
}

/** Removes confirmed wishes. Keeps a later wish for the same product. */
export function clearPendingWishes(confirmed: ReadonlySet<PendingWish>): void {
  pendingWishes.write(new Map([...pendingWishes.read()].filter(([, wish]) => !confirmed.has(wish))));
}
