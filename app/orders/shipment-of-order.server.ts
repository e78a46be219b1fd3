import type { Tx } from '../foundation/shop.server.ts';
import type { CourierName, Direction, ManualShipping, ShipmentView } from '../shipping/contract.ts';
import { createShipment, listCouriers } from '../shipping/shipments.server.ts';
import { NoSuchCourier } from './contract.ts';
import { listLines, type Order } from './orders.server.ts';

/** To whom a parcel is given. */
export type ShipInput =
  | { courier: 'manual'; manual: ManualShipping }
  | { courier: Exclude<CourierName, 'manual'> };

/**
 * Makes the order's parcel; its courier is told after the transaction. Throws `no-such-courier` (409), `bad-input`
 * (400) where the merchant's own carrier or link is not right.
 */
export async function createShipmentFor(
  tx: Tx,
  order: Order,
  direction: Direction,
  to: ShipInput,
): Promise<void> {
  if (!listCouriers(tx).includes(to.courier)) throw NoSuchCourier();
  const shipment = await shipmentOf(tx, order, direction);
  await createShipment(tx, { reference: order.id, direction, details: shipment, ...to });
}

/** What a courier is told of an order: as `TB1001` on its way out, as `TB1001-R` on its way back. */
export async function shipmentOf(tx: Tx, order: Order, direction: Direction): Promise<ShipmentView> {
  const lines = await listLines(tx, order.id);
  const isOut = direction === 'out';
  const isCash = isOut && order.paymentMethod === 'COD';
  return {
    number: isOut ? order.number : `${order.number}-R`,
    method: isCash ? 'COD' : 'Prepaid',
    collectPaise: isCash ? order.totalPaise : 0,
    valuePaise: order.totalPaise,
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
