import type { Direction, ShipmentStep } from './contract.ts';

/** How far along each step is: couriers leave steps out, but no parcel goes back on its way. */
const ranks: Readonly<Record<ShipmentStep, number>> = {
  booked: 0,
  out_for_pickup: 1,
  shipped: 2,
  out_for_delivery: 3,
  delivered: 4,
  rto: 4,
  returned_to_seller: 5,
};

/** After these nothing more comes. */
export const lastSteps: readonly ShipmentStep[] = ['delivered', 'returned_to_seller'];

/** Whether a parcel that is at `from` may be at `to` now. News come in any order, so what lies behind moves nothing. */
export function isForward(from: ShipmentStep | null, to: ShipmentStep): boolean {
  if (from === null) return true;
  return !lastSteps.includes(from) && ranks[to] > ranks[from];
}

/** What comes back to the shop by itself is a parcel that went out; a return has no such way. */
export function hasStep(direction: Direction, step: ShipmentStep): boolean {
  return direction === 'out' || (step !== 'rto' && step !== 'returned_to_seller');
}

/** The steps that may follow, the nearest first. */
export function stepsAfter(direction: Direction, from: ShipmentStep): ShipmentStep[] {
  const all: ShipmentStep[] = [
    'out_for_pickup',
    'shipped',
    'out_for_delivery',
    'delivered',
    'rto',
    'returned_to_seller',
  ];
  return all.filter((step) => hasStep(direction, step) && isForward(from, step));
}

/** What couriers say of each step. */
export const stepLabels: Readonly<Record<ShipmentStep, string>> = {
  booked: 'Pickup Scheduled',
  out_for_pickup: 'Out For Pickup',
  shipped: 'In Transit',
  out_for_delivery: 'Out For Delivery',
  delivered: 'Delivered',
  rto: 'RTO Initiated',
  returned_to_seller: 'RTO Delivered',
};
