import type { Direction, ShipmentStep } from './contract.ts';

/** The order of the steps. A courier may skip steps, but a shipment never returns to an earlier step. */
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

/**
 * Returns true if a shipment can advance from the step `from` to the step `to`. Scans can arrive late, so the caller keeps the
 * current step if this function returns false.
 */
export function isForward(from: ShipmentStep | null, to: ShipmentStep): boolean {
  if (from === null) return true;
  return !finalSteps.includes(from) && ranks[to] > ranks[from];
}

/** Returns true if a shipment in this direction can have the step. Only an outgoing shipment can be returned to the seller. */
export function hasStep(direction: Direction, step: ShipmentStep): boolean {
  return direction === 'out' || (step !== 'rto' && step !== 'returned_to_seller');
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
