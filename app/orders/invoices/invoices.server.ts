import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import type { Settings } from '../../content/contract.ts';
import { dateInIndia } from '../../foundation/clock.ts';
import { problem } from '../../foundation/http/problem.ts';
import { signedQuery } from '../../foundation/http/signed-path.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import type { Order, OrderLine } from '../orders.server.ts';
import type { Selection } from '../returns/contract.ts';
import { draftCreditNote, draftLineCredit, hasRest, uncreditedLines } from './credit-note-draft.server.ts';
import {
  type CreditCause,
  type InvoiceDocument,
  namedTaxPaise,
  readDocument,
} from './invoice-document.server.ts';
import { draftInvoice } from './invoice-draft.server.ts';
import { invoiceSeries, invoices } from './tables.server.ts';

type IssuedInvoice = { id: string; number: string };
type InvoiceKind = (typeof invoices.$inferSelect)['kind'];

export const NoSuchInvoice = problem(
  'no-such-invoice',
  404,
  'This invoice link has expired or is incomplete. Please open the invoice from your order again.',
);

/**
 * Issues the invoice of an order's uncancelled units. Idempotent. Locks the row of the year's number series until the transaction
 * ends, so that numbers have no gaps and no duplicates. Call it at the end of a transaction, because the next invoice of the
 * series waits for this lock. The order must be locked. `refundedPaise` is the amount that was refunded before this invoice.
 */
export async function issueInvoice(
  tx: Tx,
  { order, lines, refundedPaise }: { order: Order; lines: readonly OrderLine[]; refundedPaise: number },
): Promise<IssuedInvoice> {
  const settings = await readSettings(tx);
  const columns = { kind: 'invoice', orderId: order.id, refundedBeforePaise: refundedPaise } as const;
  return issueNext(tx, settings, columns, (issue) => draftInvoice({ order, lines }, settings, issue));
}

/**
 * Issues the credit note of a refund, for the part of the refund that the order's credit notes do not cover yet. The refund of a
 * return or cancellation that was already credited needs no second credit note. Idempotent per refund. Divides the amount between
 * the invoice's lines, at the invoice's tax rates. `refundedPaise` is the sum of the order's refunds, including this refund.
 * Issues nothing if the order has no invoice.
 */
export async function creditRefund(
  tx: Tx,
  refund: { order: Pick<Order, 'id'>; refundId: string; amountPaise: number; refundedPaise: number },
): Promise<IssuedInvoice | undefined> {
  const invoiced = await readInvoiced(tx, refund.order.id);
  if (!invoiced) return undefined;
  const { invoice, notes, invoicedPaise, creditedPaise, refundedBeforePaise } = invoiced;
  const owedPaise = Math.max(0, refund.refundedPaise - refundedBeforePaise - creditedPaise);
  const amountPaise = Math.min(owedPaise, refund.amountPaise, invoicedPaise - creditedPaise);
  if (amountPaise <= 0) return undefined;
  const columns = { cause: 'refund', orderId: refund.order.id, refundId: refund.refundId } as const;
  return issueNote(tx, columns, (issue) => draftCreditNote(invoice, notes, { ...issue, amountPaise }));
}

/**
 * Issues the credit note of a whole order that was cancelled after packing or came back undelivered, whether or not money is
 * refunded. Credits the uncredited part of the invoice. Issues nothing if the order has no invoice, or if nothing is left to
 * credit.
 */
export async function creditOrder(
  tx: Tx,
  { id: orderId }: Pick<Order, 'id'>,
  cause: 'cancelled' | 'undelivered',
): Promise<void> {
  const invoiced = await readInvoiced(tx, orderId);
  if (!invoiced || invoiced.creditedPaise >= invoiced.invoicedPaise) return;
  const { invoice, notes } = invoiced;
  const lines = uncreditedLines(invoice, notes);
  await issueNote(tx, { cause, orderId }, (issue) =>
    draftLineCredit(invoice, notes, { ...issue, cause, lines, withDelivery: true }),
  );
}

/** Issues the credit note of returned units, whether or not money is refunded. Idempotent per return. */
export async function creditReturn(
  tx: Tx,
  { id: orderId }: Pick<Order, 'id'>,
  { returnId, lines, withDelivery }: { returnId: string; lines: Selection; withDelivery: boolean },
): Promise<void> {
  const invoiced = await readInvoiced(tx, orderId);
  if (!invoiced || invoiced.creditedPaise >= invoiced.invoicedPaise) return;
  const { invoice, notes } = invoiced;
  // Issue no credit note if earlier partial refunds of the order have already credited the full price of these units.
  if (!hasRest(invoice, notes, { lines, withDelivery })) return;
  await issueNote(tx, { cause: 'returned', orderId, returnId }, (issue) =>
    draftLineCredit(invoice, notes, { ...issue, cause: 'returned', lines, withDelivery }),
  );
}

/**
 * Reads the invoice of an order, its credit notes and their sums, and the amount that was refunded before the invoice was issued.
 */
async function readInvoiced(tx: Tx, orderId: string) {
  const rows = await tx.db
    .select()
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.serial));
  const row = rows.find(({ kind }) => kind === 'invoice');
  if (!row) return undefined;
  const notes = rows.filter(({ kind }) => kind === 'credit-note');
  return {
    invoice: readDocument(row.number, row.document),
    notes: notes.map(({ number, document }) => readDocument(number, document)),
    invoicedPaise: row.totalPaise,
    creditedPaise: notes.reduce((sum, { totalPaise }) => sum + totalPaise, 0),
    refundedBeforePaise: row.refundedBeforePaise,
  };
}

/** Returns the uncredited part of an order's delivery charge, in paise. */
export async function readUncreditedDelivery(
  shop: Shop,
  { id, shippingPaise }: Pick<Order, 'id' | 'shippingPaise'>,
): Promise<number> {
  const notes = await shop.db
    .select({ number: invoices.number, document: invoices.document })
    .from(invoices)
    .where(and(eq(invoices.orderId, id), eq(invoices.kind, 'credit-note')));
  const lines = notes.flatMap(({ number, document }) => readDocument(number, document).lines);
  return lines.reduce(
    (left, line) => left - (line.kind === 'delivery' ? line.amountPaise : 0),
    shippingPaise,
  );
}

async function issueNote(
  tx: Tx,
  columns: NoteColumns,
  draft: (issue: Issue) => InvoiceDocument,
): Promise<IssuedInvoice> {
  return issueNext(tx, await readSettings(tx), { kind: 'credit-note', ...columns }, draft);
}

/** An order's invoice: its signed URL path, and the tax from {@link namedTaxPaise}. */
type OrderInvoice = { path: string; taxPaise: number | undefined };

/** Finds the invoices of orders, by order id. Omits orders without an invoice. */
export async function findInvoicesOf(
  shop: Shop,
  orderIds: readonly string[],
): Promise<Map<string, OrderInvoice>> {
  if (orderIds.length === 0) return new Map();
  const rows = await shop.db
    .select({
      id: invoices.id,
      orderId: invoices.orderId,
      number: invoices.number,
      document: invoices.document,
    })
    .from(invoices)
    .where(and(inArray(invoices.orderId, [...orderIds]), eq(invoices.kind, 'invoice')));
  return new Map(
    rows.map(({ id, orderId, number, document }) => [
      orderId,
      { path: signedInvoicePath(shop, id), taxPaise: namedTaxPaise(readDocument(number, document)) },
    ]),
  );
}

/** Lists the invoice and the credit notes of an order, oldest first, with signed URL paths that are valid for an hour. */
export async function listInvoicesOf(shop: Shop, orderId: string) {
  const rows = await shop.db
    .select({
      id: invoices.id,
      kind: invoices.kind,
      cause: invoices.cause,
      number: invoices.number,
      issuedAt: invoices.issuedAt,
      totalPaise: invoices.totalPaise,
    })
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.number));
  return rows.map((row) => ({ ...row, path: signedInvoicePath(shop, row.id) }));
}

/** Reads an invoice or a credit note. @throws NoSuchInvoice (404) */
export async function readInvoice(shop: Shop, id: string) {
  const [row] = await shop.db.select().from(invoices).where(eq(invoices.id, id));
  if (!row) throw NoSuchInvoice();
  return { document: readDocument(row.number, row.document), issuedAt: row.issuedAt };
}

type Issue = { number: string; at: Date };
type NoteColumns = { orderId: string; cause: CreditCause; refundId?: string; returnId?: string };
type Columns =
  | { kind: 'invoice'; orderId: string; refundedBeforePaise: number }
  | ({ kind: 'credit-note' } & NoteColumns);

async function issueNext(
  tx: Tx,
  { seller }: Settings,
  columns: Columns,
  draft: (issue: Issue) => InvoiceDocument,
): Promise<IssuedInvoice> {
  const { kind } = columns;
  const at = tx.clock.now();
  const series = seriesOf(kind, seller.invoicePrefix, at);
  await tx.db.insert(invoiceSeries).values({ series }).onConflictDoNothing();
  await tx.db.select().from(invoiceSeries).where(eq(invoiceSeries.series, series)).for('update');
  // Check under the lock, because a concurrent transaction may have issued the document.
  const [earlier] = await tx.db
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(isIssued(columns));
  if (earlier) return earlier;
  const [updated] = await tx.db
    .update(invoiceSeries)
    .set({ lastNumber: sql`${invoiceSeries.lastNumber} + 1` })
    .where(eq(invoiceSeries.series, series))
    .returning({ serial: invoiceSeries.lastNumber });
  if (!updated) throw new Error(`no invoice series ${series}`);
  const { serial } = updated;
  const number = invoiceNumber(series, serial);
  const document = draft({ number, at });
  const totalPaise = document.totals.amountPaise;
  const [issued] = await tx.db
    .insert(invoices)
    .values({ ...columns, series, serial, number, issuedAt: at, totalPaise, document })
    .returning({ id: invoices.id, number: invoices.number });
  if (!issued) throw new Error('insert into invoices returned no row');
  return issued;
}

/**
 * SQL condition that finds the document of `columns` if it was issued before. An invoice is found by its order. A credit note is
 * found by its refund, by its return, or by its order and cause. At most one document meets the condition.
 */
function isIssued(columns: Columns) {
  if (columns.kind === 'invoice')
    return and(eq(invoices.orderId, columns.orderId), eq(invoices.kind, 'invoice'));
  const { orderId, cause, refundId, returnId } = columns;
  if (refundId) return eq(invoices.refundId, refundId);
  if (returnId) return eq(invoices.returnId, returnId);
  return and(eq(invoices.orderId, orderId), eq(invoices.cause, cause));
}

/** Returns the Indian financial year of a time. For example, `26-27` is 1 April 2026 to 31 March 2027. */
export function financialYear(at: Date): string {
  const [year = 0, month = 0] = dateInIndia(at).split('-').map(Number);
  const startYear = month >= 4 ? year : year - 1;
  return [startYear, startYear + 1].map((each) => String(each % 100).padStart(2, '0')).join('-');
}

/** Returns the series of a financial year: `TB/26-27/` for invoices, `TBC/26-27/` for credit notes. */
export function seriesOf(kind: InvoiceKind, prefix: string, at: Date): string {
  return `${prefix}${kind === 'credit-note' ? 'C' : ''}/${financialYear(at)}/`;
}

/** Formats an invoice number as `TB/26-27/000001`. */
export function invoiceNumber(series: string, serial: number): string {
  return series + String(serial).padStart(6, '0');
}

/** Included in the signature of an invoice's path, so that signatures of other paths are not valid for invoices. */
export const invoicePurpose = 'invoice address';

/** Returns the signed URL path of an invoice, `/invoice/{id}.pdf?until=…&by=…`, which is valid for an hour. */
export function signedInvoicePath(shop: Shop, id: string): string {
  return `/invoice/${id}.pdf?${signedQuery(shop, invoicePurpose, id)}`;
}
