import { exportCart } from '../../cart/read-cart.server.ts';
import type { Customer } from '../../customers/accounts.server.ts';
import { findCustomer, listCustomers } from '../../customers/list-customers.server.ts';
import { deleteAccount, toProfile } from '../../customers/profile/profile.server.ts';
import { exportSessions } from '../../customers/sessions.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { deleteMessagesFrom, listMessagesFrom } from '../../messages/messages-of-sender.server.ts';
import {
  countOrdersOf,
  countPlacedOrders,
  exportOrdersOf,
  readOrdersOf,
} from '../../orders/for-staff/orders-of-customer.server.ts';
import { listRatingsOf } from '../../reviews/customer-ratings.server.ts';
import { countWishlistItems, exportWishlist } from '../../wishlist/wishlist.server.ts';
import type { Audited } from '../audit-log/audited.server.ts';
import { type ListQuery, listRows } from '../layout/contract.ts';
import {
  type AdminCustomer,
  type CustomerExport,
  type CustomerRow,
  type EraseCustomerInput,
  type ErasedCustomer,
  NoSuchCustomer,
} from './contract.ts';

export async function listCustomersWithOrders(
  shop: Shop,
  { q, sort, after }: ListQuery,
): Promise<{ rows: CustomerRow[]; next: string | null }> {
  const { rows, next } = await listCustomers(shop, { q, sort, after, limit: listRows });
  const ids = rows.map(({ id }) => id);
  const orderedBy = await countPlacedOrders(shop, ids);
  return {
    next,
    rows: rows.map((row) => ({
      id: row.id,
      name: `${row.firstName} ${row.lastName}`.trim(),
      email: row.email,
      phone: row.phone,
      city: row.city,
      orderCount: orderedBy.get(row.id)?.count ?? 0,
      lastOrderAt: orderedBy.get(row.id)?.lastAt?.toISOString() ?? null,
      customerSince: row.createdAt.toISOString(),
    })),
  };
}

/** Reads a customer with orders, ratings and messages. @throws NoSuchCustomer (404) */
export async function readCustomer(shop: Shop, id: string): Promise<AdminCustomer> {
  const customer = await findCustomerOrThrow(shop, id);
  const messages = await listMessagesFrom(shop, customer.email);
  return {
    profile: toProfile(customer),
    customerSince: customer.createdAt.toISOString(),
    ...(await readOrdersOf(shop, id)),
    ratings: await listRatingsOf(shop, id),
    messages: messages.map(({ id: messageId, message, status, createdAt }) => ({
      id: messageId,
      message,
      status,
      createdAt,
    })),
    wishlistCount: await countWishlistItems(shop, id),
  };
}

/** Exports all personal data of a customer who has asked for a copy. @throws NoSuchCustomer (404) */
export async function exportCustomer(tx: Tx, id: string): Promise<Audited<CustomerExport>> {
  const customer = await findCustomerOrThrow(tx, id);
  const result = {
    exportedAt: tx.clock.now().toISOString(),
    profile: toProfile(customer),
    customerSince: customer.createdAt.toISOString(),
    hasGoogle: customer.googleSub !== null,
    sessions: await exportSessions(tx, id),
    orders: await exportOrdersOf(tx, id),
    ratings: await listRatingsOf(tx, id),
    wishlist: await exportWishlist(tx, id),
    cart: await exportCart(tx, id),
    messages: await listMessagesFrom(tx, customer.email),
  };
  return { after: { orders: result.orders.length, messages: result.messages.length }, result };
}

/**
 * Deletes an account in the same way as the customer can. Orders and invoices stay with name and address, because the tax law
 * requires them. Ratings stay without a name. @throws NoSuchCustomer (404)
 */
export async function eraseCustomer(
  tx: Tx,
  id: string,
  { eraseMessages }: EraseCustomerInput,
): Promise<Audited<ErasedCustomer>> {
  const { email } = await findCustomerOrThrow(tx, id);
  const keptOrderCount = await countOrdersOf(tx, id);
  await deleteAccount(tx, id);
  const erasedMessageCount = eraseMessages ? await deleteMessagesFrom(tx, email) : 0;
  const after = { orders: keptOrderCount, messages: erasedMessageCount };
  return { after, result: { keptOrderCount, erasedMessageCount } };
}

/** @throws NoSuchCustomer (404) */
async function findCustomerOrThrow(shop: Shop, id: string): Promise<Customer> {
  const customer = await findCustomer(shop, id);
  if (!customer) throw NoSuchCustomer();
  return customer;
}
