import { Hono } from 'hono';
import type { ShopEnv } from '../../foundation/http/http.server.ts';
import { NoSuchInvoice, readInvoice } from './invoices.server.ts';
import { isValidSignedPath } from './signed-invoice-path.server.ts';

/**
 * `GET /{id}.pdf?until=…&by=…`: an invoice or a credit note, for whoever has its signed address while it lasts. Anything
 * else is a 404, whether or not there is such an invoice. Mount it at `/invoice`.
 */
export const invoiceFiles = new Hono<ShopEnv>();

const named = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.pdf$/;

invoiceFiles.get('/:file', async (c) => {
  const shop = c.get('shop');
  const [, id] = named.exec(c.req.param('file')) ?? [];
  const { until = '', by = '' } = c.req.query();
  if (id === undefined || !isValidSignedPath(shop, id, { until, by })) throw NoSuchInvoice();
  const { document, issuedAt } = await readInvoice(shop, id);
  // The fonts and whoever prints come only with the first invoice that somebody opens.
  const { printInvoice } = await import('./invoice-pdf.server.ts');
  const bytes = await printInvoice(document, issuedAt);
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${document.number.replaceAll('/', '-')}.pdf"`,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
});
