import { and, eq } from 'drizzle-orm';
import type { EmailAttachment, RenderAttachment } from '../../foundation/email/email-worker.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { readInvoice } from './invoices.server.ts';
import { invoices } from './tables.server.ts';

/** Renders the invoice of an order for an email. Returns undefined if the order has no invoice. */
export const renderInvoiceOf: RenderAttachment = async (shop, orderId) => {
  const isInvoice = and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice'));
  const [invoice] = await shop.db.select({ id: invoices.id }).from(invoices).where(isInvoice);
  return invoice && renderInvoice(shop, invoice.id);
};

/** Renders an invoice or a credit note as PDF. @throws NoSuchInvoice (404) */
export async function renderInvoice(shop: Shop, id: string): Promise<EmailAttachment> {
  const { document, issuedAt } = await readInvoice(shop, id);
  // Import the renderer on first use, because its fonts and the PDF library take memory.
  const { printInvoice } = await import('./invoice-pdf.server.ts');
  return {
    filename: `${document.number.replaceAll('/', '-')}.pdf`,
    contentType: 'application/pdf',
    content: Buffer.from(await printInvoice(document, issuedAt)),
  };
}
