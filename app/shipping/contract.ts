import { z } from '@hono/zod-openapi';
import { Recipient } from '../foundation/address/contract.ts';
import { problem } from '../foundation/http/problem.ts';

/** Names of couriers. `manual` is for shipments that the merchant books without the shop. `pretend` is a simulated courier. */
export const courierNames = ['manual', 'pretend', 'shiprocket'] as const;
export type CourierName = (typeof courierNames)[number];

/** Direction of a shipment: `out` to the customer, `back` for a return. */
export const directions = ['out', 'back'] as const;
export type Direction = (typeof directions)[number];

/** The steps of a shipment. They are the same for all couriers. */
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

/** The data sent to a courier. It does not change after the shipment is created. */
export const ShipmentView = z.object({
  /** The shop's unique number for the shipment, at most 50 characters. */
  number: z.string(),
  method: z.enum(['COD', 'Prepaid']),
  /** The amount that the courier collects from the customer on delivery. */
  collectPaise: z.number().int(),
  /** The value declared to the courier: the price of the goods without the delivery charge. */
  valuePaise: z.number().int(),
  /** The customer's address: the destination of a delivery, or the pickup address of a return. */
  to: Recipient,
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
const invalidUrlMessage = 'Please enter the whole link, beginning with https://.';

/** Input for a shipment that the merchant books. If the tracking number or link is blank, the shipment has none. */
export const ManualShipping = z.strictObject({
  carrier: z.string().trim().min(1, 'Please name the courier.').max(60, 'Please use at most 60 characters.'),
  awb: z.string().trim().max(40, 'Please use at most 40 characters.').default(''),
  trackUrl: z
    .string()
    .trim()
    .max(500, 'Please use at most 500 characters.')
    .refine((url) => url === '' || isHttps(url), invalidUrlMessage)
    .default(''),
});
export type ManualShipping = z.input<typeof ManualShipping>;

export const NoSuchShipment = problem('no-such-shipment', 404, 'This shipment does not exist.');
export const StepNotForward = problem(
  'not-forward',
  409,
  'The shipment is already further along, or it was cancelled. Please reload the page.',
);
