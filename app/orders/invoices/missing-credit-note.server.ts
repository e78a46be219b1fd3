import type { Shop } from '../../foundation/shop.server.ts';
import { NoSuchTransition, type OrderState } from '../contract.ts';
import { type Order, withLockedOrder } from '../orders.server.ts';
import { creditOrder, listInvoicesOf } from './invoices.server.ts';

/** States of an order whose invoice must be credited in whole, with the cause of the credit note. */
const causes: Partial<Record<OrderState, 'cancelled' | 'undelivered'>> = {
  cancelled: 'cancelled',
  returned_to_seller: 'undelivered',
};

type Documents = Awaited<ReturnType<typeof listInvoicesOf>>;

/**
 * True if an order was cancelled after packing, or came back undelivered, and its invoice is not credited in whole. Before migration
 * 0010, credit notes were issued for refunds only, so orders that were never paid have none.
 */
export function isCreditNoteMissing({ state }: Pick<Order, 'state'>, documents: Documents): boolean {
  const sum = (kind: Documents[number]['kind']) =>
    documents.reduce((all, each) => all + (each.kind === kind ? each.totalPaise : 0), 0);
  return causes[state] !== undefined && sum('credit-note') < sum('invoice');
}

/**
 * Issues the missing credit note of an order for the merchant, with the number and the date of today. Returns `unchanged` if no note
 * is missing (any more).
 * @throws NoSuchOrder (404); NoSuchTransition (409) for an order whose invoice stays
 */
export async function issueMissingCreditNote(shop: Shop, orderId: string): Promise<Order | 'unchanged'> {
  return withLockedOrder(shop, orderId, async (tx, order) => {
    const cause = causes[order.state];
    if (!cause) throw NoSuchTransition();
    if (!isCreditNoteMissing(order, await listInvoicesOf(tx, orderId))) return 'unchanged';
    await creditOrder(tx, order, cause);
    return order;
  });
}
