import type { OrderState } from '../app/orders/contract.ts';
import { transitions } from '../app/orders/transitions.ts';

/** The shortest way from its beginning to a state. */
export function wayTo(state: OrderState): OrderState[] {
  const ways: OrderState[][] = [['pending_payment']];
  for (const way of ways) {
    if (way.at(-1) === state) return way.slice(1);
    for (const { from, to } of transitions)
      if (from === way.at(-1) && !ways.some((one) => one.includes(to))) ways.push([...way, to]);
  }
  throw new Error(`no way leads to ${state}`);
}
