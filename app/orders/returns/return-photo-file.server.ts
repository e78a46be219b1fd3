import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { isUuid } from '../../foundation/database/columns.server.ts';
import type { ShopEnv } from '../../foundation/http/http.server.ts';
import { isValidSignedQuery } from '../../foundation/http/signed-path.server.ts';
import { NoSuchPhoto } from './contract.ts';
import { readPhotoPath } from './return-photos.server.ts';
import { photoPurpose } from './returns.server.ts';

/**
 * Serves `GET /{id}.jpg?for=…&until=…&by=…`, a photograph of a return, by its signed URL. Responds 404 to an invalid or expired
 * URL, even if the photograph exists. Mount at `/return-photo`.
 */
export const returnPhotoFiles = new Hono<ShopEnv>();

returnPhotoFiles.get('/:file', async (c) => {
  const shop = c.get('shop');
  const [, id = ''] = /^(.+)\.jpg$/.exec(c.req.param('file')) ?? [];
  const { until = '', by = '', for: given } = c.req.query();
  const viewer = given === 'staff' ? 'staff' : 'owner';
  if (!isUuid(id) || !isValidSignedQuery(shop, photoPurpose(viewer), id, { until, by })) throw NoSuchPhoto();
  const bytes = await readFile(await readPhotoPath(shop, id, viewer));
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
});
