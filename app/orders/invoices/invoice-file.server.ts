import { Hono } from 'hono';
import type { ShopEnv } from '../../foundation/http/http.server.ts';
import { isValidSignedQuery } from '../../foundation/http/signed-path.server.ts';
import { invoicePurpose, NoSuchInvoice, readInvoice } from './invoices.server.ts';

/**
 * Serves `GET /{id}.pdf?until=…&by=…`, an invoice or a credit note by its signed URL. Responds 404 to an invalid or
 * expired URL, even if the invoice exists. Mount at `/invoice`.
 */
export const invoiceFiles = new Hono<ShopEnv>();

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.pdf$/;

invoiceFiles.get('/:file', async (c) => {
  const shop = c.get('shop');
  const [, id] = fileName.exec(c.req.param('file')) ?? [];
  const { until = '', by = '' } = c.req.query();
  if (id === undefined || !isValidSignedQuery(shop, invoicePurpose, id, { until, by })) throw NoSuchInvoice();
  const { document, issuedAt } = await readInvoice(shop, id);
  // Import the renderer when it is first needed, because its fonts and the PDF library take memory.
  const { printInvoice } = await import('./invoice-pdf.server.ts');
  const bytes = await printInvoice(document, issuedAt);
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${document.number.replaceAll('/', '-')}.pdf"`,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
});
