import type { Customer } from '../../customers/accounts.server.ts';
import { findCustomer, listCustomers } from '../../customers/list-customers.server.ts';
import { toProfile } from '../../customers/profile/profile.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listMessagesFrom } from '../../messages/inbox.server.ts';
import { countPlacedOrders, readOrdersOf } from '../../orders/for-staff/orders-of-customer.server.ts';
import { listRatingsOf } from '../../reviews/customer-ratings.server.ts';
import { countWishlistItems } from '../../wishlist/wishlist.server.ts';
import { type ListQuery, listRows } from '../layout/contract.ts';
import { type AdminCustomer, type CustomerRow, NoSuchCustomer } from './contract.ts';

/** Lists a page of customers with the numbers of their orders. */
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

/**
 * Reads a customer with orders, ratings and messages.
 * @throws NoSuchCustomer (404)
 */
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

/** @throws NoSuchCustomer (404) */
export async function findCustomerOrThrow(shop: Shop, id: string): Promise<Customer> {
  const customer = await findCustomer(shop, id);
  if (!customer) throw NoSuchCustomer();
  return customer;
}
