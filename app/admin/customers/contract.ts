import { z } from '@hono/zod-openapi';
import { Profile } from '../../customers/contract.ts';
import { problem } from '../../foundation/http/problem.ts';
import { MessageWithReplies } from '../../messages/contract.ts';
import { Order, orderStates } from '../../orders/contract.ts';
import { ListQuery, listOf } from '../layout/contract.ts';

export const CustomersQuery = ListQuery;

export const CustomerRow = z
  .object({
    id: z.string(),
    /** Empty where they have told none. */
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    city: z.string(),
    /** How many orders they have placed, whatever became of them. */
    orderCount: z.number().int(),
    lastOrderAt: z.string().nullable(),
    /** Since when they have an account. */
    customerSince: z.string(),
  })
  .openapi('CustomerRow');
export type CustomerRow = z.infer<typeof CustomerRow>;

export const CustomerList = listOf(CustomerRow).openapi('CustomerList');

const Rating = z.object({
  id: z.string(),
  proId: z.string(),
  productName: z.string(),
  stars: z.number().int(),
  /** Empty where they wrote none. */
  review: z.string(),
  /** What the shop says below the words. */
  reply: z.string(),
  createdAt: z.string(),
});

export const AdminCustomer = z
  .object({
    profile: Profile,
    customerSince: z.string(),
    /** Their newest orders, at most 50, the newest first. */
    orders: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        state: z.enum(orderStates),
        /** In rupees. */
        total: z.number(),
        at: z.string(),
      }),
    ),
    /** How many orders there are in all. */
    orderCount: z.number().int(),
    ratings: z.array(Rating),
    /** What came from their address, the newest first. */
    messages: z.array(MessageWithReplies.pick({ id: true, message: true, status: true, createdAt: true })),
    wishlistCount: z.number().int(),
  })
  .openapi('AdminCustomer');
export type AdminCustomer = z.infer<typeof AdminCustomer>;

/** All that the shop keeps of somebody, for themselves. Money in rupees. */
export const CustomerExport = z
  .object({
    exportedAt: z.string(),
    profile: Profile,
    customerSince: z.string(),
    /** Whether they may sign in with a Google account. */
    hasGoogle: z.boolean(),
    /** Where they are signed in. */
    sessions: z.array(z.object({ createdAt: z.string(), usedAt: z.string(), endsAt: z.string() })),
    orders: z.array(Order.omit({ label_url: true, mayCancel: true, mayReturn: true })),
    ratings: z.array(Rating),
    wishlist: z.array(z.object({ proId: z.string(), addedAt: z.string() })),
    cart: z.array(z.object({ proId: z.string(), quantity: z.number().int(), addedAt: z.string() })),
    messages: z.array(MessageWithReplies),
  })
  .openapi('CustomerExport');
export type CustomerExport = z.infer<typeof CustomerExport>;

export const EraseCustomerInput = z
  .strictObject({
    /** Whether what they wrote to the shop, and what was answered, goes too. */
    eraseMessages: z.boolean('This is yes or no.').default(false),
  })
  .openapi('EraseCustomerInput');
export type EraseCustomerInput = z.infer<typeof EraseCustomerInput>;

export const ErasedCustomer = z
  .object({
    /** How many orders stay for the tax office. */
    keptOrderCount: z.number().int(),
    /** How many messages went. */
    erasedMessageCount: z.number().int(),
  })
  .openapi('ErasedCustomer');
export type ErasedCustomer = z.infer<typeof ErasedCustomer>;

export const NoSuchCustomer = problem('no-such-customer', 404, 'There is nobody like that (any more).');
