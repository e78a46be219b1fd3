import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { isUuid } from '../../foundation/database/columns.server.ts';
import type { EmailAttachment, RenderAttachment } from '../../foundation/email/email-worker.server.ts';
import type { ShopEnv } from '../../foundation/http/http.server.ts';
import { isValidSignedQuery } from '../../foundation/http/signed-path.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { invoicePurpose, NoSuchInvoice, readInvoice } from './invoices.server.ts';
import { invoices } from './tables.server.ts';

/**
 * Serves `GET /{id}.pdf?until=…&by=…`, an invoice or a credit note, by its signed URL. Responds 404 to an invalid or expired URL,
 * even if the invoice exists. Mount at `/invoice`.
 */
export const invoiceFiles = new Hono<ShopEnv>();

invoiceFiles.get('/:file', async (c) => {
  const shop = c.get('shop');
  const [, id = ''] = /^(.+)\.pdf$/.exec(c.req.param('file')) ?? [];
  const { until = '', by = '' } = c.req.query();
  if (!isUuid(id) || !isValidSignedQuery(shop, invoicePurpose, id, { until, by })) throw NoSuchInvoice();
  const { filename, contentType, content } = await renderInvoice(shop, id);
  return c.body(new Uint8Array(content), 200, {
    'content-type': contentType,
    'content-disposition': `inline; filename="${filename}"`,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
});

/** Renders the invoice of an order for an email. Returns undefined if the order has no invoice. */
export const renderInvoiceOf: RenderAttachment = async (shop, orderId) => {
  const isInvoice = and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice'));
  const [invoice] = await shop.db.select({ id: invoices.id }).from(invoices).where(isInvoice);
  return invoice && renderInvoice(shop, invoice.id);
};

async function renderInvoice(shop: Shop, id: string): Promise<EmailAttachment> {
  const { document, issuedAt } = await readInvoice(shop, id);
  // Import the renderer on first use, because its fonts and the PDF library take memory.
  const { printInvoice } = await import('./invoice-pdf.server.ts');
  return {
    filename: `${document.number.replaceAll('/', '-')}.pdf`,
    contentType: 'application/pdf',
    content: Buffer.from(await printInvoice(document, issuedAt)),
  };
}
