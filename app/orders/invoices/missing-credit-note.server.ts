import type { Tx } from '../../foundation/shop.server.ts';
import { NoSuchTransition, type OrderState } from '../contract.ts';
import type { Order } from '../orders.server.ts';
import { creditOrder, listInvoicesOf } from './invoices.server.ts';

/** States in which an order's invoice must be fully credited, with the cause of the credit note. */
const causes: Partial<Record<OrderState, 'cancelled' | 'undelivered'>> = {
  cancelled: 'cancelled',
  returned_to_seller: 'undelivered',
};

type Documents = Awaited<ReturnType<typeof listInvoicesOf>>;

/**
 * True if an order was cancelled after packing or came back undelivered, but its invoice is not fully credited. Before migration
 * 0010, credit notes were issued only for refunds, so orders that were never paid have none.
 */
export function isCreditNoteMissing({ state }: Pick<Order, 'state'>, documents: Documents): boolean {
  const sum = (kind: Documents[number]['kind']) =>
    documents.reduce((all, each) => all + (each.kind === kind ? each.totalPaise : 0), 0);
  return causes[state] !== undefined && sum('credit-note') < sum('invoice');
}

/**
 * Issues the missing credit note of an order for the merchant, with today's date and the next number. Returns `unchanged` if no
 * credit note is missing.
 * @throws NoSuchTransition (409) for an order whose invoice must not be credited
 */
export async function issueMissingCreditNote(tx: Tx, order: Order): Promise<Order | 'unchanged'> {
  const cause = causes[order.state];
  if (!cause) throw NoSuchTransition();
  if (!isCreditNoteMissing(order, await listInvoicesOf(tx, order.id))) return 'unchanged';
  await creditOrder(tx, order, cause);
  return order;
}
