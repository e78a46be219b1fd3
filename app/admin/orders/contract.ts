import { z } from '@hono/zod-openapi';
import { orderStates, paymentMethods } from '../../orders/contract.ts';
import { OrderRow, pendingWork } from '../../orders/for-staff/contract.ts';
import { ItemsInput } from '../../orders/returns/contract.ts';
import { manualStates } from '../../orders/transitions.ts';
import { courierNames, ManualShipping } from '../../shipping/contract.ts';
import { ListQuery, listOf } from '../layout/contract.ts';

/** Creates the schema of an optional filter. `text` is the error message for every invalid value. */
const optionalEnum = <const T extends readonly string[]>(values: T, text: string) =>
  z.string(text).pipe(z.enum(values, text)).optional();

export const OrdersQuery = ListQuery.extend({
  state: optionalEnum(orderStates, 'This state does not exist. Please choose one from the list.'),
  payment: optionalEnum(
    paymentMethods,
    'This payment method does not exist. Please choose one from the list.',
  ),
  /** Lists only orders with this open task. */
  waits: optionalEnum(pendingWork, 'This filter does not exist. Please choose one from the list.'),
});
export type OrdersQuery = z.infer<typeof OrdersQuery>;

export const OrderList = listOf(OrderRow).openapi('OrderList');
const text = z
  .string('Please write this as text.')
  .overwrite((value) => value.replaceAll('\0', ''))
  .trim()
  .max(1000, 'Please use at most 1,000 characters.');
const amount = z
  .number('Please write an amount in rupees.')
  .positive('Please write an amount above ₹0.')
  .max(10_000_000, 'Please write an amount of at most ₹1,00,00,000.')
  .refine(
    (rupees) => Math.round(rupees * 100) / 100 === rupees,
    'Please write at most two digits after the decimal point.',
  );

export const ShipOrderInput = z
  .discriminatedUnion(
    'courier',
    [
      z.strictObject({ courier: z.literal('manual'), manual: ManualShipping }),
      z.strictObject({ courier: z.enum(courierNames).exclude(['manual']) }),
    ],
    'Please name the courier.',
  )
  .openapi('ShipOrderInput');

export const TransitionInput = z
  .strictObject({
    to: z.enum([...manualStates, 'returned'], 'You cannot set this status by hand.'),
    /** Note for the customer, shown in the order's timeline. */
    note: text.default(''),
  })
  .openapi('TransitionInput');

export const CancelOrderInput = z
  .strictObject({
    note: text.default(''),
    /** The items to cancel, which is possible only before the order is packed. By default the whole order. */
    items: ItemsInput,
  })
  .openapi('CancelOrderInput');

export const RefundInput = z
  .strictObject({
    amount,
    reason: text
      .min(1, 'Please write a reason. The shopper sees it.')
      .max(300, 'Please use at most 300 characters.'),
    /** The already refunded amount that the form showed. If the amount has changed, the refund is rejected. */
    refundedBefore: amount.or(z.literal(0)),
  })
  .openapi('RefundInput');

export const SettleRefundInput = z
  .strictObject({
    text: text
      .min(1, 'Please write how the amount was refunded.')
      .max(200, 'Please use at most 200 characters.'),
  })
  .openapi('SettleRefundInput');

/** Index of an order line, counted from 0. */
const line = z.number().int().min(0, 'This item is not in the order.');

export const DecideReturnInput = z
  .strictObject({
    /** The decision: either one for all items, or one for each item. */
    approve: z.union(
      [
        z.boolean(),
        z
          .array(
            z
              .strictObject({ line, approve: z.boolean('Please choose approve or decline.') })
              .transform(({ line, approve }) => ({ position: line, approve })),
          )
          .min(1)
          .max(500),
      ],
      'Please choose approve or decline.',
    ),
    /** Message that is sent to the customer. */
    text: text.default(''),
    /** True if a courier collects the return, false if the customer sends it. */
    fetch: z.boolean('Please choose yes or no.').default(false),
  })
  .openapi('DecideReturnInput');

export const ReturnQuestionInput = z
  .strictObject({ text: text.min(1, 'Please write a question.') })
  .openapi('ReturnQuestionInput');

const resellable = z.boolean('Please choose good or damaged.');

export const InspectReturnInput = z
  .strictObject({
    /** True if all items can be sold again. Undefined if `items` gives the condition of each item. */
    resellable: resellable.optional(),
    /** The result for each item that came back. `accept` is false if the shop does not take the item back. */
    items: z
      .array(z.strictObject({ line, resellable, accept: z.boolean('Please choose yes or no.') }))
      .min(1)
      .max(500)
      .optional(),
    /**
     * Amount to refund. By default the price of the accepted items, or the whole refundable amount if the order could not be
     * delivered.
     */
    amount: amount.or(z.literal(0)).optional(),
    text: text.default(''),
  })
  .refine((input) => (input.resellable === undefined) !== (input.items === undefined), {
    path: ['resellable'],
    message: 'Please choose good or damaged.',
  })
  .openapi('InspectReturnInput');

export const NoteInput = z
  .strictObject({
    privateNote: text.max(4000, 'Please use at most 4,000 characters.'),
    /** The note that the form showed. If the note has changed in the meantime, the new note is rejected. */
    before: z.string('Please send the note as it was before.').max(4000),
  })
  .openapi('NoteInput');

export const PackOrdersInput = z
  .strictObject({
    ids: z
      .array(z.uuid('This order does not exist.'))
      .min(1, 'Please choose at least one order.')
      .max(50, 'Please pack at most 50 at a time.'),
  })
  .openapi('PackOrdersInput');

/** Ids of the orders to print, separated by commas. */
export const PrintoutsQuery = z.strictObject({
  ids: z
    .string()
    .max(2000)
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(z.uuid('This order does not exist.'))
        .min(1, 'Please choose at least one order.')
        .max(50, 'Please print at most 50 at a time.'),
    )
    .openapi({ type: 'string', example: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11' }),
});

export const PackedOrders = z
  .object({
    packed: z.array(z.string()),
    refused: z.array(z.object({ number: z.string(), reason: z.string() })),
  })
  .openapi('PackedOrders');
export type PackedOrders = z.infer<typeof PackedOrders>;
