import type { Tx } from '../foundation/shop.server.ts';
import type { CourierName, Direction, ManualShipping, ShipmentView } from '../shipping/contract.ts';
import { createShipment, listCouriers } from '../shipping/shipments.server.ts';
import { NoSuchCourier } from './contract.ts';
import { listUnits } from './order-units.server.ts';
import { listLines, type Order } from './orders.server.ts';
import type { Selection } from './returns/contract.ts';
import { payablePaise, quantityOf, unitsPaise, withoutCancelled } from './rules.ts';

/** The courier chosen for a shipment. For a manual shipment, `manual` contains the carrier that the merchant entered. */
export type ShipInput =
  | { courier: 'manual'; manual: ManualShipping }
  | { courier: Exclude<CourierName, 'manual'> };

/**
 * Creates the order's shipment unless a shipment in this direction is open. The shipment worker books a courier after the
 * transaction. A manual shipment needs no booking.
 * @throws NoSuchCourier (409); BadInput (400) for an invalid manual carrier, tracking number or link
 */
export async function createShipmentFor(
  tx: Tx,
  order: Order,
  direction: Direction,
  input: ShipInput,
  returned?: Selection,
): Promise<void> {
  if (!listCouriers(tx).includes(input.courier)) throw NoSuchCourier();
  const shipment = await toShipmentView(tx, order, direction, returned);
  await createShipment(tx, { reference: order.id, direction, details: shipment, ...input });
}

/**
 * Returns the shipment's data for a courier. A delivery `TB1001` contains all uncancelled units, and a return `TB1001-R` the
 * returned units.
 */
export async function toShipmentView(
  tx: Tx,
  order: Order,
  direction: Direction,
  returned?: Selection,
): Promise<ShipmentView> {
  const uncancelled = withoutCancelled(await listLines(tx, order.id), await listUnits(tx, order.id));
  const lines = uncancelled
    .map((line) => ({ ...line, quantity: returned ? quantityOf(returned, line.position) : line.quantity }))
    .filter(({ quantity }) => quantity > 0);
  const isOut = direction === 'out';
  const isCash = isOut && order.paymentMethod === 'COD';
  return {
    number: isOut ? order.number : `${order.number}-R`,
    method: isCash ? 'COD' : 'Prepaid',
    collectPaise: isCash ? payablePaise(order) : 0,
    valuePaise: unitsPaise(lines, lines),
    to: order.shipTo,
    items: lines.map(({ name, sizeLabel, variantId, quantity, pricePaise, hsn }) => ({
      name: sizeLabel ? `${name}, ${sizeLabel}` : name,
      sku: variantId,
      units: quantity,
      pricePaise,
      hsn,
    })),
    orderedAt: (order.placedAt ?? order.createdAt).toISOString(),
  };
}
