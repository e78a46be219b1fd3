import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { problem } from '../../foundation/http/problem.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import type { Order, OrderLine } from '../orders.server.ts';
import { invoiceSeries, invoices } from '../tables.server.ts';
import { draftCreditNote } from './invoice-credit.server.ts';
import { type InvoiceDocument, readDocument } from './invoice-document.server.ts';
import { draftInvoice } from './invoice-draft.server.ts';
import { invoiceNumber, seriesOf } from './invoice-number.ts';
import { signedInvoicePath } from './signed-invoice-path.server.ts';

export type IssuedInvoice = { id: string; number: string };
export type InvoiceKind = (typeof invoices.$inferSelect)['kind'];

export const NoSuchInvoice = problem(
  'no-such-invoice',
  404,
  'This address of an invoice has ended, or is not whole. Please open the invoice from your order again.',
);

/**
 * Issues the invoice of an order: once, a second time answers the first one. The number comes from the year's series,
 * whose row stays locked until the transaction ends, so that no number is left out or given twice; other invoices wait
 * meanwhile. Do it last in a transaction, after the order has been locked.
 */
export async function issueInvoice(
  tx: Tx,
  order: Order,
  lines: readonly OrderLine[],
): Promise<IssuedInvoice> {
  const isIt = and(eq(invoices.orderId, order.id), eq(invoices.kind, 'invoice'));
  const earlier = await findIssued(tx, isIt);
  if (earlier) return earlier;
  const settings = await readSettings(tx);
  return issueNext(tx, {
    kind: 'invoice',
    orderId: order.id,
    prefix: settings.seller.invoicePrefix,
    isIt,
    draft: async (number, at) => draftInvoice({ order, lines }, settings, { number, at }),
  });
}

/**
 * Issues the credit note of a refund, once; the other rules are those of {@link issueInvoice}. It repeats the invoice's
 * rates, and spreads the amount over the lines. Answers `undefined` for an order that has no invoice: there is nothing
 * to credit then. Throws a RangeError when the order's credit notes would come to more than its invoice.
 */
export async function issueCreditNote(
  tx: Tx,
  { order, refundId, amountPaise }: { order: Pick<Order, 'id'>; refundId: string; amountPaise: number },
): Promise<IssuedInvoice | undefined> {
  const isIt = eq(invoices.refundId, refundId);
  const earlier = await findIssued(tx, isIt);
  if (earlier) return earlier;
  const { seller } = await readSettings(tx);
  const [invoice] = await listDocuments(tx, order.id, 'invoice');
  if (!invoice) return undefined;
  return issueNext(tx, {
    kind: 'credit-note',
    orderId: order.id,
    refundId,
    prefix: seller.invoicePrefix,
    isIt,
    draft: async (number, at) => {
      const notes = await listDocuments(tx, order.id, 'credit-note');
      return draftCreditNote(invoice, notes, { number, at, amountPaise });
    },
  });
}

/** The addresses of these orders' invoices, by the order's id; an order that has no invoice yet is left out. */
export async function signedInvoicePathsOf(
  shop: Shop,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await shop.db
    .select({ id: invoices.id, orderId: invoices.orderId })
    .from(invoices)
    .where(and(inArray(invoices.orderId, [...orderIds]), eq(invoices.kind, 'invoice')));
  return new Map(rows.map(({ id, orderId }) => [orderId, signedInvoicePath(shop, id)]));
}

/** An order's invoice and its credit notes, the first one first, each with an address that ends in an hour. */
export async function listInvoicesOf(shop: Shop, orderId: string) {
  const rows = await shop.db
    .select({
      id: invoices.id,
      kind: invoices.kind,
      number: invoices.number,
      issuedAt: invoices.issuedAt,
      totalPaise: invoices.totalPaise,
    })
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.number));
  return rows.map((row) => ({ ...row, address: signedInvoicePath(shop, row.id) }));
}

/** What an invoice or a credit note says. Throws `no-such-invoice` (404). */
export async function readInvoice(
  shop: Shop,
  id: string,
): Promise<{ document: InvoiceDocument; issuedAt: Date }> {
  const [row] = await shop.db.select().from(invoices).where(eq(invoices.id, id));
  if (!row) throw NoSuchInvoice();
  return { document: readDocument(row.number, row.document), issuedAt: row.issuedAt };
}

type Next = {
  kind: InvoiceKind;
  orderId: string;
  refundId?: string;
  prefix: string;
  /** What tells whether it has been issued already. */
  isIt: ReturnType<typeof and>;
  draft: (number: string, at: Date) => Promise<InvoiceDocument>;
};

async function issueNext(tx: Tx, { kind, orderId, refundId, prefix, isIt, draft }: Next) {
  const at = tx.clock.now();
  const series = seriesOf(kind, prefix, at);
  await tx.db.insert(invoiceSeries).values({ series }).onConflictDoNothing();
  await tx.db.select().from(invoiceSeries).where(eq(invoiceSeries.series, series)).for('update');
  // Whoever had the series before us may have issued this very one.
  const earlier = await findIssued(tx, isIt);
  if (earlier) return earlier;
  const [taken] = await tx.db
    .update(invoiceSeries)
    .set({ lastNumber: sql`${invoiceSeries.lastNumber} + 1` })
    .where(eq(invoiceSeries.series, series))
    .returning({ serial: invoiceSeries.lastNumber });
  if (!taken) throw new Error(`the series ${series} is gone`);
  const { serial } = taken;
  const number = invoiceNumber(series, serial);
  const document = await draft(number, at);
  const totalPaise = document.totals.amountPaise;
  const [issued] = await tx.db
    .insert(invoices)
    .values({ kind, orderId, refundId, series, serial, number, issuedAt: at, totalPaise, document })
    .returning({ id: invoices.id, number: invoices.number });
  if (!issued) throw new Error('an invoice was written, but the database gave no row back');
  return issued;
}

async function findIssued(tx: Tx, isIt: Next['isIt']): Promise<IssuedInvoice | undefined> {
  const [found] = await tx.db.select({ id: invoices.id, number: invoices.number }).from(invoices).where(isIt);
  return found;
}

async function listDocuments(tx: Tx, orderId: string, kind: InvoiceKind): Promise<InvoiceDocument[]> {
  const rows = await tx.db
    .select({ number: invoices.number, document: invoices.document })
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, kind)))
    .orderBy(asc(invoices.serial));
  return rows.map(({ number, document }) => readDocument(number, document));
}
