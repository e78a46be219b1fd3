import { eq } from 'drizzle-orm';
import type { Shop } from '../app/foundation/shop.server.ts';
import type { Direction, ShipmentView } from '../app/shipping/contract.ts';
import type { Courier } from '../app/shipping/courier.ts';
import { createShipment } from '../app/shipping/shipments.server.ts';
import { shipments } from '../app/shipping/tables.server.ts';
import type { OnTrackingUpdate, TrackingUpdate } from '../app/shipping/tracking-events.server.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/** A saree for ₹24,800 that goes to Jaipur and is paid at the door. */
export const parcel: ShipmentView = {
  number: 'TB9001',
  method: 'COD',
  collectPaise: 2_489_900,
  valuePaise: 2_480_000,
  to: {
    firstName: 'Meera',
    lastName: 'Joshi',
    email: 'meera@example.in',
    phone: '+919829000000',
    address: '14, Ravi Nagar',
    apartment: '2nd floor',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302003',
    country: 'India',
  },
  items: [{ name: 'Gulnar', sku: 'TB-SAR-001', units: 1, pricePaise: 2_480_000, hsn: '5007' }],
  orderedAt: '2026-11-20T19:00:00.000Z',
};

/** Writes a parcel down that this courier shall carry. */
export function parcelFor(
  shop: Shop,
  courier: Courier['name'],
  number = parcel.number,
  direction: Direction = 'out',
) {
  return createShipment(shop, {
    reference: `order of ${number}`,
    direction,
    courier,
    details: { ...parcel, number },
  });
}

export async function readShipment(shop: Shop, id: string) {
  const [shipment] = await shop.db.select().from(shipments).where(eq(shipments.id, id));
  if (!shipment) throw new Error(`there is no shipment ${id}`);
  return shipment;
}

/** Remembers what was told. */
export function listener(): {
  heard: TrackingUpdate[];
  onWebhook: OnTrackingUpdate;
  steps(): (string | null)[];
} {
  const heard: TrackingUpdate[] = [];
  return {
    heard,
    onWebhook: async (_, event) => {
      heard.push(event);
    },
    steps: () => heard.map(({ step }) => step),
  };
}
