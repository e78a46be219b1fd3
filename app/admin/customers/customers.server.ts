import { and, count, desc, eq, inArray, isNotNull, max } from 'drizzle-orm';
import { products } from '../../catalogue/tables.server.ts';
import type { Customer } from '../../customers/accounts.server.ts';
import { findCustomer, listCustomers } from '../../customers/list-customers.server.ts';
import { toProfile } from '../../customers/profile/profile.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listMessagesFrom } from '../../messages/messages-of-customer.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { reviews } from '../../reviews/tables.server.ts';
import { wishlistItems } from '../../wishlist/tables.server.ts';
import { type ListQuery, listRows } from '../layout/contract.ts';
import { type AdminCustomer, type CustomerRow, NoSuchCustomer } from './contract.ts';

/** How many orders one person's screen shows. */
const shownOrders = 50;

/** Everybody who has an account, with how much they have ordered; see `listCustomers` of the customers. */
export async function listCustomersWithOrders(
  shop: Shop,
  { q, sort, after }: ListQuery,
): Promise<{ rows: CustomerRow[]; next: string | null }> {
  const { rows, next } = await listCustomers(shop, { q, sort, after, limit: listRows });
  const ordered = await shop.db
    .select({ customerId: orders.customerId, orders: count(), last: max(orders.placedAt) })
    .from(orders)
    .where(
      and(
        inArray(
          orders.customerId,
          rows.map(({ id }) => id),
        ),
        isNotNull(orders.placedAt),
      ),
    )
    .groupBy(orders.customerId);
  const orderedBy = new Map(ordered.map((one) => [one.customerId, one]));
  return {
    next,
    rows: rows.map((row) => ({
      id: row.id,
      name: `${row.firstName} ${row.lastName}`.trim(),
      email: row.email,
      phone: row.phone,
      city: row.city,
      orderCount: orderedBy.get(row.id)?.orders ?? 0,
      lastOrderAt: orderedBy.get(row.id)?.last?.toISOString() ?? null,
      customerSince: row.createdAt.toISOString(),
    })),
  };
}

/** Somebody with what they ordered, rated and wrote. Throws `no-such-customer` (404). */
export async function readCustomer(shop: Shop, id: string): Promise<AdminCustomer> {
  const customer = await findCustomerOrThrow(shop, id);
  const ordered = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.customerId, id))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(shownOrders);
  const [counted] = await shop.db.select({ all: count() }).from(orders).where(eq(orders.customerId, id));
  const [wishlist] = await shop.db
    .select({ all: count() })
    .from(wishlistItems)
    .where(eq(wishlistItems.customerId, id));
  const messages = await listMessagesFrom(shop, customer.email);
  return {
    profile: toProfile(customer),
    customerSince: customer.createdAt.toISOString(),
    orders: ordered.map(({ id: orderId, number, state, totalPaise, placedAt, createdAt }) => ({
      id: orderId,
      number,
      state,
      total: toRupees(totalPaise),
      at: (placedAt ?? createdAt).toISOString(),
    })),
    orderCount: counted?.all ?? 0,
    ratings: await listRatingsOf(shop, id),
    messages: messages.map(({ id: messageId, message, status, createdAt }) => ({
      id: messageId,
      message,
      status,
      createdAt,
    })),
    wishlistCount: wishlist?.all ?? 0,
  };
}

/** What somebody rated, the newest first. */
export async function listRatingsOf(shop: Shop, customerId: string): Promise<AdminCustomer['ratings']> {
  const rows = await shop.db
    .select({ review: reviews, productName: products.name })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviews.customerId, customerId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id));
  return rows.map(({ review, productName }) => ({
    id: review.id,
    proId: review.productId,
    productName,
    stars: review.stars,
    review: review.text ?? '',
    reply: review.reply ?? '',
    createdAt: review.createdAt.toISOString(),
  }));
}

/** Throws `no-such-customer` (404). */
export async function findCustomerOrThrow(shop: Shop, id: string): Promise<Customer> {
  const customer = await findCustomer(shop, id);
  if (!customer) throw NoSuchCustomer();
  return customer;
}
