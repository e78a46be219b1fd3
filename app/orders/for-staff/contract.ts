import { z } from '@hono/zod-openapi';
import { courierNames, directions, shipmentSteps } from '../../shipping/contract.ts';
import { Order, OrderedItem, orderStates, paymentMethods, ShipTo, StatusEntry } from '../contract.ts';
import { ReturnedItem, ReturnRequest } from '../returns/contract.ts';

/**
 * Kinds of pending work on an order, for staff or for the courier. `refund`: a refund must be paid by hand. `shipment`: the
 * courier has refused the shipment. `inspect`: returned units must be inspected. `pickup`: the courier has not picked up the
 * packed order. `cash`: cash on delivery is not collected yet.
 */
export const pendingWork = ['refund', 'shipment', 'inspect', 'pickup', 'cash'] as const;
export type PendingWork = (typeof pendingWork)[number];

/** An order in the staff's list. Amounts in rupees. */
export const OrderRow = z
  .object({
    id: z.string(),
    number: z.string(),
    state: z.enum(orderStates),
    paymentMethod: z.enum(paymentMethods),
    /** Time when the order was placed. For an unpaid order, the time when it was created. */
    at: z.string(),
    name: z.string(),
    city: z.string(),
    /** Name and image of the first line, and the number of units of all lines. */
    firstProduct: z.string(),
    image: z.string().nullable(),
    units: z.number().int(),
    total: z.number(),
  })
  .openapi('OrderRow');
export type OrderRow = z.infer<typeof OrderRow>;

const Receipt = z.object({
  /** The payment provider: `cash`, `pretend-bank` or `razorpay`. */
  provider: z.string(),
  amount: z.number(),
  refunded: z.number(),
  at: z.string(),
});

const Refund = z.object({
  id: z.string(),
  amount: z.number(),
  reason: z.string(),
  /**
   * State of a refund. `cash`: staff pay the refund by hand. `failed`: the provider rejected it; staff retry it or pay it by
   * hand.
   */
  state: z.enum(['waiting', 'cash', 'failed', 'sent', 'done']),
  /** Reason of the failure, or how staff paid the refund by hand. */
  note: z.string().nullable(),
  /** True if the refund request to the provider can be repeated. */
  isRetryable: z.boolean(),
  at: z.string(),
});

const TrackingEvent = z.object({ description: z.string(), location: z.string().nullable(), at: z.string() });

const Shipment = z.object({
  id: z.string(),
  number: z.string(),
  direction: z.enum(directions),
  courier: z.enum(courierNames),
  carrier: z.string().nullable(),
  awb: z.string().nullable(),
  trackUrl: z.string().nullable(),
  labelUrl: z.string().nullable(),
  /** Latest step of the shipment. Null until the shipment is booked. */
  step: z.enum(shipmentSteps).nullable(),
  expectedOn: z.string().nullable(),
  createdAt: z.string(),
  isCancelled: z.boolean(),
  /** Reason why the courier refused the shipment. Staff must then act on the order. */
  failureReason: z.string().nullable(),
  scans: z.array(TrackingEvent),
});

/** An order in the response to staff. Amounts in rupees. */
export const AdminOrder = z
  .object({
    id: z.string(),
    number: z.string(),
    state: z.enum(orderStates),
    paymentMethod: z.enum(paymentMethods),
    createdAt: z.string(),
    placedAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    promisedBy: z.string().nullable(),
    customerId: z.string().nullable(),
    shipTo: ShipTo,
    lines: z.array(OrderedItem.extend({ hsn: z.string().nullable() })),
    subtotal: z.number(),
    shipping: z.number(),
    total: z.number(),
    /** Price in rupees of the units that were cancelled from an order whose other units were not. */
    cancelledAmount: z.number(),
    receipts: z.array(Receipt),
    refunds: z.array(Refund),
    /** The received amount that is not refunded, and the amount that is already refunded. */
    refundableAmount: z.number(),
    refundedBefore: z.number(),
    /** History, oldest entry first. `actor` is `shopper`, `merchant`, `courier`, `bank` or `clock`. */
    history: z.array(
      z.object({
        state: z.enum(orderStates),
        actor: z.string(),
        note: z.string().nullable(),
        /** The items and units that the entry describes; null if it describes the whole order. */
        items: StatusEntry.shape.items,
        at: z.string(),
      }),
    ),
    shipments: z.array(Shipment),
    /**
     * The order's returns, oldest first. If an item of the return is accepted, `delivery` is the part of the delivery charge that
     * is refunded, and `keptDelivery` is the part that the shop keeps. Amounts are in rupees.
     */
    returns: z.array(
      ReturnRequest.extend({
        isClaim: z.boolean(),
        delivery: z.number(),
        keptDelivery: z.number(),
        items: z.array(ReturnedItem.extend({ resellable: z.boolean().nullable() })),
      }),
    ),
    /** True if units came back to the shop, returned or undelivered, and are not inspected yet. */
    isToInspect: z.boolean(),
    /** True if the order was cancelled or came back undelivered, but its invoice is not fully credited. */
    isCreditNoteMissing: z.boolean(),
    /** Invoice and credit notes. `address` is a signed path that is valid for an hour. */
    invoices: z.array(
      z.object({
        kind: z.enum(['invoice', 'credit-note']),
        /** Cause of a credit note; null for an invoice. */
        cause: z.enum(['cancelled', 'undelivered', 'returned', 'refund']).nullable(),
        number: z.string(),
        total: z.number(),
        at: z.string(),
        address: z.string(),
      }),
    ),
    privateNote: z.string(),
    /** The available couriers. The default courier comes first. */
    couriers: z.array(z.enum(courierNames)),
    /** True if all units of the order are back in stock. */
    isRestocked: z.boolean(),
  })
  .openapi('AdminOrder');
export type AdminOrder = z.infer<typeof AdminOrder>;

/** Orders that need one kind of work. `examples` contains the order numbers of a few of these orders. */
const PendingOrders = z.object({ count: z.number().int(), examples: z.array(z.string()) });

/**
 * Orders by kind of pending work. In `returnsToDecide`, the examples end with the reason of the first return, if that return has
 * a reason.
 */
export const OrdersToDo = z.object({
  toPack: PendingOrders,
  /** Packed orders that the courier has not picked up. */
  awaitingPickup: PendingOrders,
  returnsToDecide: PendingOrders,
  toInspect: PendingOrders,
});
export type OrdersToDo = z.infer<typeof OrdersToDo>;

/** Shipped COD orders that are not delivered yet. The amount is in rupees. */
export const CashOutstanding = z.object({ count: z.number().int(), amount: z.number() });
export type CashOutstanding = z.infer<typeof CashOutstanding>;

/** Sales of the last thirty days, without cancelled and unpaid orders. Amounts in rupees. */
export const Sales = z.object({
  /** Thirty days that end with today. `day` is the date in India, such as `2026-11-21`. */
  sales: z.array(z.object({ day: z.string(), total: z.number(), orders: z.number().int() })),
  /** Percentages of all orders in the period; null if there are no orders. */
  prepaidPercent: z.number().nullable(),
  returnedPercent: z.number().nullable(),
  bestSellers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      image: z.string().nullable(),
      sold: z.number().int(),
      total: z.number(),
    }),
  ),
});
export type Sales = z.infer<typeof Sales>;

/** An order on the staff's page of a customer. `total` is in rupees. */
export const OrderOfCustomer = OrderRow.pick({ id: true, number: true, state: true, total: true, at: true });
export type OrderOfCustomer = z.infer<typeof OrderOfCustomer>;

/** An order with all its data, in the export of its customer's personal data. */
export const ExportedOrder = Order.omit({ label_url: true, mayCancel: true, mayReturn: true });
export type ExportedOrder = z.infer<typeof ExportedOrder>;
