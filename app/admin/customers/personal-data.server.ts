import { exportCart } from '../../cart/export-cart.server.ts';
import { deleteAccount, toProfile } from '../../customers/profile/profile.server.ts';
import { exportSessions } from '../../customers/sessions.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { deleteMessagesFrom, listMessagesFrom } from '../../messages/inbox.server.ts';
import { countOrdersOf, exportOrdersOf } from '../../orders/for-staff/orders-of-customer.server.ts';
import { listRatingsOf } from '../../reviews/ratings-of-customer.server.ts';
import { exportWishlist } from '../../wishlist/wishlist.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import type { CustomerExport, EraseCustomerInput, ErasedCustomer } from './contract.ts';
import { findCustomerOrThrow } from './customers.server.ts';

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
    const keptOrderCount = await countOrdersOf(tx, id);
    await deleteAccount(tx, id);
    const erasedMessageCount = eraseMessages ? await deleteMessagesFrom(tx, email) : 0;
    const after = { orders: keptOrderCount, messages: erasedMessageCount };
    return { after, result: { keptOrderCount, erasedMessageCount } };
  });
}

async function readPersonalData(tx: Tx, id: string): Promise<CustomerExport> {
  const customer = await findCustomerOrThrow(tx, id);
  return {
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
}
