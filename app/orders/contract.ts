import { z } from '@hono/zod-openapi';
import { Recipient } from '../foundation/address/contract.ts';
import { problem } from '../foundation/http/problem.ts';
import { ItemsInput, ReturnReason, ReturnRequest } from './returns/contract.ts';

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

/** The delivery address as it was when the order was created. */
export const ShipTo = Recipient;
export type ShipTo = z.infer<typeof ShipTo>;

export const OrderItem = z.object({
  proId: z.string(),
  productName: z.string(),
  image: z.string().nullable(),
  mrp: z.number().nullable(),
  qnty: z.number().int(),
  /** Unit price in rupees. */
  productPriceAfterDiscount: z.number(),
  /** Price of the line in rupees. */
  priceAfterQnty: z.number(),
  sizeLabel: z.string().nullable(),
});
export type OrderItem = z.infer<typeof OrderItem>;

/** Units of an order item that have the same state. */
const ItemUnits = z.object({
  state: z.enum(orderStates),
  /** Visible label of the units' state. */
  status: z.string(),
  qnty: z.number().int(),
});

/** An order item as its customer sees it, with the number of units that can be cancelled now and returned now. */
export const OrderedItem = OrderItem.extend({
  /** Position of the item in the order, from 0. Cancellations and returns refer to the item by its position. */
  line: z.number().int(),
  units: z.array(ItemUnits),
  cancellableQnty: z.number().int(),
  returnableQnty: z.number().int(),
  /** Number of units that can be returned if they are damaged or not what was ordered. */
  claimableQnty: z.number().int(),
});
export type OrderedItem = z.infer<typeof OrderedItem>;

/** The fields that an order has in every response, including the response of a checkout. */
export const PlacedOrder = z
  .object({
    _id: z.string(),
    channel_order_id: z.string(),
    orderItems: z.array(OrderItem),
    subtotal: z.number(),
    /** Taxes added to the prices: always 0. */
    taxes: z.number(),
    /**
     * GST included in the amount to pay, in rupees. Until the invoice is issued, it is computed in the same way as the invoice's
     * tax columns. Omitted if the seller has no GSTIN or if a rate is unknown. Also omitted in the response of a repeated
     * checkout request if the order was packed or cancelled in the meantime.
     */
    includedGst: z.number().optional(),
    shipping_charges: z.number(),
    total: z.number(),
    /** Price in rupees of the units that were cancelled from an order whose other units were not. */
    cancelledAmount: z.number(),
    paymentMethod: z.enum(paymentMethods),
    state: z.enum(orderStates),
    /** The delivery address. The field's name comes from the specification. */
    userId: ShipTo,
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    promisedBy: z.string().nullable(),
    /** True if the payment provider is still processing a payment of the unpaid order. */
    paymentPending: z.boolean(),
    /**
     * The reason why an unpaid order was not placed: the customer ordered again or cancelled the order. Omitted if the order only
     * expired.
     */
    supersededReason: z.enum(['new-order', 'cancelled']).optional(),
    /**
     * True for the customer's first order, if its address can be saved in the profile. Only in the response to `GET /order/{id}`.
     */
    maySaveAddress: z.boolean().optional(),
  })
  .openapi('PlacedOrder');
export type PlacedOrder = z.infer<typeof PlacedOrder>;

/** An entry of the order's history. Days and times are in India's time zone. */
export const StatusEntry = z
  .object({
    /** Label such as `Order Placed`, `Out for Pickup`, `Delivered`, `Return Initiated` or `Cancelled`, or a courier's text. */
    status: z.string(),
    /** The new state of the order, or of the items in `items`. Null for a courier's scan that does not change the state. */
    state: z.enum(orderStates).nullable(),
    /** `Sat` */
    day: z.string(),
    /** The day such as `28 Nov`, with the year unless it is the current year. */
    date: z.string(),
    /** Date with weekday, such as `Saturday, 28 November 2026`. */
    formattedDate: z.string(),
    /** `4:10 pm` */
    formattedTime: z.string(),
    at: z.string(),
    note: z.string().nullable(),
    /** The items and units that the entry describes; null if it describes the whole order. */
    items: z.array(z.object({ productName: z.string(), qnty: z.number().int() })).nullable(),
  })
  .openapi('StatusEntry');
export type StatusEntry = z.infer<typeof StatusEntry>;

/** A refund, in rupees. */
export const OrderRefund = z.object({
  amount: z.number(),
  reason: z.string(),
  state: z.enum(['asked', 'sent', 'done']),
  at: z.string(),
});
export type OrderRefund = z.infer<typeof OrderRefund>;

/** An order as its customer sees it. */
export const Order = PlacedOrder.extend({
  orderItems: z.array(OrderedItem),
  placedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  /** History of the order, oldest entry first. */
  statusHistory: z.array(StatusEntry),
  tracking_info: z.object({ tracking_data: z.object({ track_url: z.string() }) }).nullable(),
  /** Signed path of the invoice, valid for an hour. Null until the order is packed. */
  label_url: z.string().nullable(),
  /** Total at MRP in rupees, without the delivery charge. */
  mrpTotal: z.number(),
  /** Amount to pay on delivery, in rupees. 0 for an order that is prepaid, cancelled or sent back undelivered. */
  codAmount: z.number(),
  mayCancel: z.boolean(),
  mayReturn: z.boolean(),
  /** End of the return period; null unless the order was delivered. */
  returnableUntil: z.string().nullable(),
  /** The latest return, for older clients that do not know returns of single items. */
  return: ReturnRequest.pick({
    reason: true,
    note: true,
    requestedAt: true,
    approved: true,
    decision: true,
    inspected: true,
  }).nullable(),
  /** Reasons that the customer can choose for a return. Empty if no item can be returned now. */
  returnReasons: z.array(ReturnReason),
  /** Returns of the order, oldest first. At most one of them is open. */
  returns: z.array(ReturnRequest),
  refunds: z.array(OrderRefund),
}).openapi('Order');
export type Order = z.infer<typeof Order>;

/** Request to cancel items. All fields are optional, as specified. */
export const CancelInput = z.object({ items: ItemsInput }).openapi('CancelInput');
export type CancelInput = z.infer<typeof CancelInput>;

/** Status of an order. `status` is the label of the latest history entry that has the order's state or is a courier's scan. */
export const ShipmentStatus = z
  .object({
    success: z.literal(true),
    status: z.string(),
    ...Order.pick({ state: true, statusHistory: true, tracking_info: true, promisedBy: true }).shape,
  })
  .openapi('ShipmentStatus');
export type ShipmentStatus = z.infer<typeof ShipmentStatus>;

/** Result of a cancellation or of a return request. */
export const OrderChanged = z
  .object({ success: z.literal(true), message: z.string(), order: Order })
  .openapi('OrderChanged');
export type OrderChanged = z.infer<typeof OrderChanged>;

/** A payment or a refund for one of the customer's orders. Amounts are in rupees. */
export const MoneyEvent = z
  .object({
    kind: z.enum(['payment', 'refund']),
    amount: z.number(),
    /** `received` for a payment; for a refund, its state as in {@link OrderRefund}. */
    state: z.enum(['received', 'asked', 'sent', 'done']),
    paymentMethod: z.enum(paymentMethods),
    /** Reason of a refund; null for a payment. */
    reason: z.string().nullable(),
    orderId: z.string(),
    channel_order_id: z.string(),
    at: z.string(),
  })
  .openapi('MoneyEvent');
export type MoneyEvent = z.infer<typeof MoneyEvent>;

export const NoSuchOrder = problem('no-such-order', 404, 'You have no such order.');
export const TooLateToCancel = problem(
  'too-late-to-cancel',
  409,
  'It is too late to cancel this order. If something is wrong with it, you can ask for a return once it has arrived.',
);
export const NotReturnable = problem('not-returnable', 409, 'This order cannot be returned.');
export const NotCancellable = problem('not-cancellable', 409, 'These items cannot be cancelled.');
export const NoSuchTransition = problem(
  'no-such-transition',
  409,
  'This order has changed in the meantime. Please reload it.',
);
export const RefundTooMuch = problem(
  'refund-too-much',
  409,
  'This amount is higher than the amount that can still be refunded.',
);
export const RefundTooSmall = problem(
  'refund-too-small',
  409,
  'The bank cannot refund less than ₹1. Please enter at least ₹1.',
);
export const RefundNeeded = problem(
  'refund-needed',
  409,
  'This order was paid but never delivered, so it has to be refunded: please enter an amount above ₹0.',
);
export const NoSuchRefund = problem('no-such-refund', 404, 'This refund does not have to be paid by hand.');
export const ReasonNeeded = problem('reason-needed', 400, 'Please write a reason for the shopper.');

/** Creates a {@link ReasonNeeded} whose message is shown at this field of the form. */
export const reasonNeededIn = (field: string, message = ReasonNeeded.text) =>
  ReasonNeeded(message, [{ field, message }]);

export const NoSuchCourier = problem(
  'no-such-courier',
  409,
  'The shop is not connected to this courier. Please choose another one.',
);
