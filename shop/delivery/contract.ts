import { z } from '@hono/zod-openapi';

/** Who carries parcels: `manual` is somebody the merchant hands them to, `pretend` moves on command. */
export const courierNames = ['manual', 'pretend', 'shiprocket'] as const;
export type CourierName = (typeof courierNames)[number];

/** `out` goes to the shopper, `back` comes back from them. */
export const directions = ['out', 'back'] as const;
export type Direction = (typeof directions)[number];

/** How far a parcel is, whatever its courier calls it. The last two of each way end it. */
export const parcelSteps = [
  'booked',
  'out_for_pickup',
  'shipped',
  'out_for_delivery',
  'delivered',
  'rto',
  'returned_to_seller',
] as const;
export type ParcelStep = (typeof parcelSteps)[number];

/** What a courier is told: frozen when the parcel is made. */
export const Parcel = z.object({
  /** Our own name for it, at most 50 characters, never used twice. */
  number: z.string(),
  method: z.enum(['COD', 'Prepaid']),
  /** What the courier collects at the door, and the value of what is inside; in paise. */
  collectPaise: z.number().int(),
  valuePaise: z.number().int(),
  to: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    apartment: z.string(),
    city: z.string(),
    state: z.string(),
    pincode: z.string(),
    country: z.string(),
  }),
  items: z.array(
    z.object({
      name: z.string(),
      sku: z.string(),
      units: z.number().int(),
      pricePaise: z.number().int(),
      hsn: z.string().nullable(),
    }),
  ),
  orderedAt: z.string(),
});
export type Parcel = z.infer<typeof Parcel>;
