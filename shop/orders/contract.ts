import { z } from '@hono/zod-openapi';
import { problem } from '../foundation/problem.ts';

/** All that an order can be. */
export const orderStates = [
  'pending_payment',
  'expired',
  'placed',
  'packed',
  'out_for_pickup',
  'shipped',
  'out_for_delivery',
  'delivered',
  'cancelled',
  'return_requested',
  'return_approved',
  'return_rejected',
  'return_picked',
  'returned',
  'refunded',
  'rto',
  'returned_to_seller',
] as const;
export type OrderState = (typeof orderStates)[number];

export const paymentMethods = ['COD', 'Online'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Where an order goes: the delivery form as it was when the order was placed. */
export const ShipTo = z.object({
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
});
export type ShipTo = z.infer<typeof ShipTo>;

export const OrderItem = z.object({
  proId: z.string(),
  productName: z.string(),
  image: z.string().nullable(),
  mrp: z.number().nullable(),
  qnty: z.number().int(),
  /** What one cost, in rupees. */
  productPriceAfterDiscount: z.number(),
  /** What the line cost, in rupees. */
  priceAfterQnty: z.number(),
  sizeLabel: z.string().nullable(),
});
export type OrderItem = z.infer<typeof OrderItem>;

/** An order as it is answered when it has been placed. */
export const PlacedOrder = z
  .object({
    _id: z.string(),
    channel_order_id: z.string(),
    orderItems: z.array(OrderItem),
    subtotal: z.number(),
    taxes: z.number(),
    shipping_charges: z.number(),
    total: z.number(),
    paymentMethod: z.enum(paymentMethods),
    /** Whether it is placed, still to be paid, or has run out of time. */
    state: z.enum(orderStates),
    userId: ShipTo,
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    promisedBy: z.string().nullable(),
  })
  .openapi('PlacedOrder');
export type PlacedOrder = z.infer<typeof PlacedOrder>;

export const NoSuchOrder = problem('no-such-order', 404, 'You have no such order.');
