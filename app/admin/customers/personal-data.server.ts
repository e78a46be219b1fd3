import { count, desc, eq } from 'drizzle-orm';
import { cartLines } from '../../cart/tables.server.ts';
import { variants } from '../../catalogue/tables.server.ts';
import { deleteAccount, toProfile } from '../../customers/profile/profile.server.ts';
import { sessions } from '../../customers/tables.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { deleteMessagesFrom, listMessagesFrom } from '../../messages/messages-of-customer.server.ts';
import { toOrderViews } from '../../orders/order-views.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { wishlistItems } from '../../wishlist/tables.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import type { CustomerExport, EraseCustomerInput, ErasedCustomer } from './contract.ts';
import { findCustomerOrThrow, listRatingsOf } from './customers.server.ts';

/** All that the shop keeps of somebody, because they have asked for it. Throws `no-such-customer` (404). */
export function exportCustomer(shop: Shop, owner: Staff, id: string): Promise<CustomerExport> {
  const action = { action: 'customer.export', subject: { kind: 'customer', id } };
  return audited(shop, owner, action, async (tx) => {
    const customerExport = await readPersonalData(tx, id);
    return {
      after: { orders: customerExport.orders.length, messages: customerExport.messages.length },
      result: customerExport,
    };
  });
}

/**
 * Forgets somebody, because they have asked for it: what happens is what happens when they delete their account
 * themselves. Their orders and invoices stay as they were written, name and address included, because the tax law
 * wants them kept; their stars stay without a name. Throws `no-such-customer` (404).
 */
export function eraseCustomer(
  shop: Shop,
  owner: Staff,
  id: string,
  { eraseMessages }: EraseCustomerInput,
): Promise<ErasedCustomer> {
  const action = { action: 'customer.erase', subject: { kind: 'customer', id } };
  return audited(shop, owner, action, async (tx) => {
    const { email } = await findCustomerOrThrow(tx, id);
    const [stored] = await tx.db.select({ all: count() }).from(orders).where(eq(orders.customerId, id));
    await deleteAccount(tx, id);
    const keptOrderCount = stored?.all ?? 0;
    const erasedMessageCount = eraseMessages ? await deleteMessagesFrom(tx, email) : 0;
    const after = { orders: keptOrderCount, messages: erasedMessageCount };
    return { after, result: { keptOrderCount, erasedMessageCount } };
  });
}

async function readPersonalData(tx: Tx, id: string): Promise<CustomerExport> {
  const customer = await findCustomerOrThrow(tx, id);
  const ordered = await tx.db
    .select()
    .from(orders)
    .where(eq(orders.customerId, id))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const shown = await toOrderViews(tx, ordered);
  const signedIn = await tx.db.select().from(sessions).where(eq(sessions.customerId, id));
  const wished = await tx.db
    .select()
    .from(wishlistItems)
    .where(eq(wishlistItems.customerId, id))
    .orderBy(desc(wishlistItems.addedAt), wishlistItems.productId);
  const inCart = await tx.db
    .select({ proId: variants.productId, quantity: cartLines.quantity, addedAt: cartLines.addedAt })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .where(eq(cartLines.customerId, id))
    .orderBy(desc(cartLines.addedAt), cartLines.id);
  return {
    exportedAt: tx.clock.now().toISOString(),
    profile: toProfile(customer),
    customerSince: customer.createdAt.toISOString(),
    hasGoogle: customer.googleSub !== null,
    sessions: signedIn.map(({ createdAt, usedAt, endsAt }) => ({
      createdAt: createdAt.toISOString(),
      usedAt: usedAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    // What may still be done with an order, and an address that ends within the hour, are nothing to keep.
    orders: shown.map(({ label_url, mayCancel, mayReturn, ...order }) => order),
    ratings: await listRatingsOf(tx, id),
    wishlist: wished.map(({ productId, addedAt }) => ({ proId: productId, addedAt: addedAt.toISOString() })),
    cart: inCart.map(({ addedAt, ...line }) => ({ ...line, addedAt: addedAt.toISOString() })),
    messages: await listMessagesFrom(tx, customer.email),
  };
}
