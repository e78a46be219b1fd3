import type { OrderState } from './contract.ts';

export const actors = ['shopper', 'merchant', 'courier', 'bank', 'clock'] as const;
export type Actor = (typeof actors)[number];

const merchantOrCourier: readonly Actor[] = ['merchant', 'courier'];

const rows: readonly { to: OrderState; from: readonly OrderState[]; actors: readonly Actor[] }[] = [
  { to: 'placed', from: ['pending_payment', 'expired'], actors: ['bank'] },
  { to: 'expired', from: ['pending_payment'], actors: ['clock', 'shopper'] },

  { to: 'packed', from: ['placed'], actors: ['merchant'] },
  { to: 'cancelled', from: ['placed', 'packed'], actors: ['shopper', 'merchant'] },
  { to: 'cancelled', from: ['out_for_pickup'], actors: ['merchant'] },

  { to: 'out_for_pickup', from: ['packed'], actors: merchantOrCourier },
  { to: 'shipped', from: ['packed', 'out_for_pickup'], actors: merchantOrCourier },
  { to: 'out_for_delivery', from: ['packed', 'out_for_pickup', 'shipped'], actors: merchantOrCourier },
  {
    to: 'delivered',
    from: ['packed', 'out_for_pickup', 'shipped', 'out_for_delivery'],
    actors: merchantOrCourier,
  },
  { to: 'rto', from: ['shipped', 'out_for_delivery'], actors: merchantOrCourier },
  { to: 'returned_to_seller', from: ['shipped', 'out_for_delivery', 'rto'], actors: merchantOrCourier },

  { to: 'return_requested', from: ['delivered'], actors: ['shopper'] },
  { to: 'return_approved', from: ['return_requested'], actors: ['merchant'] },
  { to: 'return_rejected', from: ['return_requested', 'returned'], actors: ['merchant'] },
  { to: 'return_picked', from: ['return_approved'], actors: merchantOrCourier },
  { to: 'returned', from: ['return_approved', 'return_picked'], actors: merchantOrCourier },
  { to: 'refunded', from: ['returned_to_seller', 'returned'], actors: ['merchant'] },
];

/**
 * The allowed transitions of an order, each with its actors. The database rejects all other pairs of states, because its table
 * `order_transitions` contains the same pairs. Orders may skip states, because a courier may omit scans. Orders never go back to
 * an earlier state.
 */
export const transitions = rows.flatMap(({ from, ...row }) => from.map((state) => ({ ...row, from: state })));

export function canTransition(from: OrderState, to: OrderState, actor: Actor): boolean {
  return statesBefore(to, actor).includes(from);
}

/** Lists the states from which this actor may change an order to `to`. */
export function statesBefore(to: OrderState, actor: Actor): OrderState[] {
  return transitions.filter((each) => each.to === to && each.actors.includes(actor)).map(({ from }) => from);
}
