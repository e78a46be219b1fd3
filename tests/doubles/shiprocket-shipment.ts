import { bookShipments } from '../../app/shipping/shipment-worker.server.ts';
import { shiprocket } from '../../app/shipping/shiprocket.server.ts';
import { insertShipment, readShipment, recordTrackingUpdates } from '../fixtures/shipments.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { openShiprocket } from './shiprocket.ts';

export const requestTimeoutMs = 1500;

/** Creates a shipment that Shiprocket has not booked yet, with a stand-in for Shiprocket. */
export async function setUpShiprocketShipment(shop: TestShop) {
  const stub = await openShiprocket();
  const courier = shiprocket(shop, stub.account, requestTimeoutMs);
  const updates = recordTrackingUpdates();
  const runOnce = () => bookShipments(shop, courier, updates.onTrackingUpdate);
  const { id, reference } = await insertShipment(shop, 'shiprocket');
  return { stub, courier, updates, runOnce, id, reference, read: () => readShipment(shop, id) };
}
