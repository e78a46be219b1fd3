import type { Direction, ShipmentStep } from './contract.ts';

/** The order of the steps. Couriers may skip steps, but a shipment never returns to an earlier one. */
const ranks: Readonly<Record<ShipmentStep, number>> = {
  booked: 0,
  out_for_pickup: 1,
  shipped: 2,
  out_for_delivery: 3,
  delivered: 4,
  rto: 4,
  returned_to_seller: 5,
};

export const finalSteps: readonly ShipmentStep[] = ['delivered', 'returned_to_seller'];

/** True if a shipment at `from` can be at `to` now. Events arrive in any order, so earlier steps are ignored. */
export function isForward(from: ShipmentStep | null, to: ShipmentStep): boolean {
  if (from === null) return true;
  return !finalSteps.includes(from) && ranks[to] > ranks[from];
}

/** True if shipments of this direction have the step. Only an outgoing shipment can be returned to the seller undelivered. */
export function hasStep(direction: Direction, step: ShipmentStep): boolean {
  return direction === 'out' || (step !== 'rto' && step !== 'returned_to_seller');
}

/** Lists the steps that can follow, nearest first. */
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

export const stepLabels: Readonly<Record<ShipmentStep, string>> = {
  booked: 'Pickup Scheduled',
  out_for_pickup: 'Out For Pickup',
  shipped: 'In Transit',
  out_for_delivery: 'Out For Delivery',
  delivered: 'Delivered',
  rto: 'RTO Initiated',
  returned_to_seller: 'RTO Delivered',
};
