import { exportCart } from '../../cart/read-cart.server.ts';
import { deleteAccount, toProfile } from '../../customers/profile/profile.server.ts';
import { exportSessions } from '../../customers/sessions.server.ts';
import type { Tx } from '../../foundation/shop.server.ts';
import { deleteMessagesFrom, listMessagesFrom } from '../../messages/inbox.server.ts';
import { countOrdersOf, exportOrdersOf } from '../../orders/for-staff/orders-of-customer.server.ts';
import { listRatingsOf } from '../../reviews/customer-ratings.server.ts';
import { exportWishlist } from '../../wishlist/wishlist.server.ts';
import type { Audited } from '../audit-log/audited.server.ts';
import type { CustomerExport, EraseCustomerInput, ErasedCustomer } from './contract.ts';
import { findCustomerOrThrow } from './customers.server.ts';

/**
 * Exports all personal data of a customer who has asked for it.
 * @throws NoSuchCustomer (404)
 */
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
 * Deletes the account of a customer who has asked for it, as when they delete it themselves. Their orders and invoices stay,
 * with name and address, because the tax law requires them. Their ratings stay without a name.
 * @throws NoSuchCustomer (404)
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
