import { z } from '@hono/zod-openapi';
import { problem } from '../foundation/http/problem.ts';

/** Who carries parcels: `manual` is somebody the merchant hands them to, `pretend` moves on command. */
export const courierNames = ['manual', 'pretend', 'shiprocket'] as const;
export type CourierName = (typeof courierNames)[number];

/** `out` goes to the shopper, `back` comes back from them. */
export const directions = ['out', 'back'] as const;
export type Direction = (typeof directions)[number];

/** How far a parcel is, whatever its courier calls it. The last two of each way end it. */
export const shipmentSteps = [
  'booked',
  'out_for_pickup',
  'shipped',
  'out_for_delivery',
  'delivered',
  'rto',
  'returned_to_seller',
] as const;
export type ShipmentStep = (typeof shipmentSteps)[number];

/** What a courier is told: frozen when the parcel is made. */
export const ShipmentView = z.object({
  /** Our own name for it, at most 50 characters, never used twice. */
  number: z.string(),
  method: z.enum(['COD', 'Prepaid']),
  /** What the courier collects at the door, and the value of what is inside; in paise. */
  collectPaise: z.number().int(),
  valuePaise: z.number().int(),
  /** With its box; where nobody has weighed it, half a kilogram is told. */
  weightGrams: z.number().int().positive().optional(),
  /** The shopper's door: where it goes to, or, on its way back, where it is picked up. */
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
export type ShipmentView = z.infer<typeof ShipmentView>;

const isHttps = (url: string) => {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '';
};
const notAnAddress = 'Please give the whole address, beginning with https://.';

/** What the merchant types when somebody else carries a parcel. A blank number or link is none. */
export const ManualShipping = z.strictObject({
  carrier: z.string().trim().min(1, 'Who carries the parcel?').max(60, 'Please use at most 60 characters.'),
  awb: z.string().trim().max(40, 'Please use at most 40 characters.').default(''),
  trackUrl: z
    .string()
    .trim()
    .max(500, 'Please use at most 500 characters.')
    .refine((url) => url === '' || isHttps(url), notAnAddress)
    .default(''),
});
export type ManualShipping = z.input<typeof ManualShipping>;

export const NoSuchShipment = problem('no-such-shipment', 404, 'There is no such parcel.');
export const StepNotForward = problem(
  'not-forward',
  409,
  'The parcel is past that already, or was given up.',
);
