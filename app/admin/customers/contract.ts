import { z } from '@hono/zod-openapi';
import { ExportedCartLine } from '../../cart/contract.ts';
import { ExportedSession, Profile } from '../../customers/contract.ts';
import { problem } from '../../foundation/http/problem.ts';
import { MessageWithReplies } from '../../messages/contract.ts';
import { ExportedOrder, OrderOfCustomer } from '../../orders/for-staff/contract.ts';
import { CustomerRating } from '../../reviews/contract.ts';
import { ExportedWish } from '../../wishlist/contract.ts';
import { listOf } from '../layout/contract.ts';

export const CustomerRow = z
  .object({
    id: z.string(),
    /** Customer's name. Empty if unknown. */
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    city: z.string(),
    /** Number of placed orders, including cancelled orders. */
    orderCount: z.number().int(),
    lastOrderAt: z.string().nullable(),
    /** Creation time of the account. */
    customerSince: z.string(),
  })
  .openapi('CustomerRow');
export type CustomerRow = z.infer<typeof CustomerRow>;

export const CustomerList = listOf(CustomerRow).openapi('CustomerList');

export const AdminCustomer = z
  .object({
    profile: Profile,
    customerSince: z.string(),
    /** The newest 50 orders, newest first. */
    orders: z.array(OrderOfCustomer),
    orderCount: z.number().int(),
    ratings: z.array(CustomerRating),
    /** Messages from the customer's email address, newest first. */
    messages: z.array(MessageWithReplies.pick({ id: true, message: true, status: true, createdAt: true })),
    wishlistCount: z.number().int(),
  })
  .openapi('AdminCustomer');
export type AdminCustomer = z.infer<typeof AdminCustomer>;

/** A customer's personal data. Amounts are in rupees. */
export const CustomerExport = z
  .object({
    exportedAt: z.string(),
    profile: Profile,
    customerSince: z.string(),
    /** True if the customer can sign in with a Google account. */
    hasGoogle: z.boolean(),
    sessions: z.array(ExportedSession),
    orders: z.array(ExportedOrder),
    ratings: z.array(CustomerRating),
    wishlist: z.array(ExportedWish),
    cart: z.array(ExportedCartLine),
    messages: z.array(MessageWithReplies),
  })
  .openapi('CustomerExport');
export type CustomerExport = z.infer<typeof CustomerExport>;

export const EraseCustomerInput = z
  .strictObject({
    /** True to also delete the customer's messages and the replies. */
    eraseMessages: z.boolean('Please choose yes or no.').default(false),
  })
  .openapi('EraseCustomerInput');
export type EraseCustomerInput = z.infer<typeof EraseCustomerInput>;

export const ErasedCustomer = z
  .object({
    /** Number of orders that are not deleted, because the tax law requires the shop to store them. */
    keptOrderCount: z.number().int(),
    erasedMessageCount: z.number().int(),
  })
  .openapi('ErasedCustomer');
export type ErasedCustomer = z.infer<typeof ErasedCustomer>;

export const NoSuchCustomer = problem(
  'no-such-customer',
  404,
  'This customer does not exist, or no longer exists.',
);
