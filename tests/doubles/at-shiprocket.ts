import { bookShipments } from '../../app/shipping/shipment-worker.server.ts';
import { shiprocket } from '../../app/shipping/shiprocket.server.ts';
import { listener, readShipment, shipmentFor } from '../fixtures/shipments.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { openShiprocket } from './shiprocket.ts';

export const requestTimeoutMs = 1500;

/** A shop whose parcels Shiprocket carries; a parcel is waiting. */
export async function atShiprocket(shop: TestShop) {
  const stub = await openShiprocket();
  const courier = shiprocket(shop, stub.account, requestTimeoutMs);
  const event = listener();
  const round = () => bookShipments(shop, courier, event.onTrackingUpdate);
  const { id, reference } = await shipmentFor(shop, 'shiprocket');
  return { stub, courier, updates: event, round, id, reference, read: () => readShipment(shop, id) };
}
