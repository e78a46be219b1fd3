import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { isUuid } from '../foundation/database/columns.server.ts';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import type { Problem } from '../foundation/http/problem.ts';
import { isValidSignedQuery } from '../foundation/http/signed-path.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { renderInvoice } from './invoices/invoice-file.server.ts';
import { invoicePurpose, NoSuchInvoice } from './invoices/invoices.server.ts';
import { NoSuchPhoto } from './returns/contract.ts';
import { readPhotoPath } from './returns/return-photos.server.ts';
import { type PhotoViewer, photoPurpose } from './returns/returns.server.ts';

type SignedFile = { content: Uint8Array; contentType: string; filename?: string };

type SignedFiles = {
  purpose: (viewer: PhotoViewer) => string;
  missing: () => Problem;
  read: (shop: Shop, id: string, viewer: PhotoViewer) => Promise<SignedFile>;
};

/**
 * Serves `GET /{id}.{extension}?for=…&until=…&by=…`, a file, by its signed URL. Responds 404 to an invalid or expired URL, even
 * if the file exists.
 */
function signedFiles(extension: string, { purpose, missing, read }: SignedFiles) {
  return new Hono<ShopEnv>().get('/:file', async (c) => {
    const shop = c.get('shop');
    const [id = '', ...rest] = c.req.param('file').split('.');
    const { until = '', by = '', for: given } = c.req.query();
    const viewer = given === 'staff' ? 'staff' : 'owner';
    if (rest.join('.') !== extension || !isUuid(id)) throw missing();
    if (!isValidSignedQuery(shop, purpose(viewer), id, { until, by })) throw missing();
    const { content, contentType, filename } = await read(shop, id, viewer);
    return c.body(new Uint8Array(content), 200, {
      'content-type': contentType,
      ...(filename && { 'content-disposition': `inline; filename="${filename}"` }),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
  });
}

/** Invoices and credit notes as `{id}.pdf`. Mount at `/invoice`. */
export const invoiceFiles = signedFiles('pdf', {
  purpose: () => invoicePurpose,
  missing: NoSuchInvoice,
  read: renderInvoice,
});

/** Photographs of returns as `{id}.jpg`. Mount at `/return-photo`. */
export const returnPhotoFiles = signedFiles('jpg', {
  purpose: photoPurpose,
  missing: NoSuchPhoto,
  read: async (shop, id, viewer) => ({
    content: await readFile(await readPhotoPath(shop, id, viewer)),
    contentType: 'image/jpeg',
  }),
});
