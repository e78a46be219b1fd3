import { imageWidths } from '../../foundation/files/image-widths.ts';
import { maxImageBytes, storeImage, TooManyBytes } from '../../foundation/files/images.server.ts';
import { pregenerateVariants } from '../../foundation/files/uploads.server.ts';
import { uploadsOf } from '../../foundation/files/uploads-storage.server.ts';
import { storeVideo } from '../../foundation/files/videos.server.ts';
import { receiveBytes } from '../../foundation/http/read-body.server.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { insertAuditEntry } from '../audit-log/audited.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import { FileNotFound } from './contract.ts';

const kinds = {
  images: /^[A-Za-z0-9][\w.-]*\.(jpe?g|png|webp)$/i,
  videos: /^[A-Za-z0-9][\w.-]*\.(mp4|webm)$/i,
};
const isPlain = /^[A-Za-z0-9][\w.-]*$/;
const pageSize = 60;

/** Pictures or films under `/uploads`, the newest first: sixty of them, after the first `from`. */
export async function listUploads(shop: Shop, kind: keyof typeof kinds, offset: number) {
  const files = (await uploadsOf(shop).listNewestFirst()).filter((name) => kinds[kind].test(name));
  const next = offset + pageSize;
  return { files: files.slice(offset, next), next: next < files.length ? next : null };
}

/** Takes the body of a request in as a picture of the window. Throws what `storeImage` does. */
export async function addContentImage(shop: Shop, staff: Staff, request: Request) {
  const bytes = await receiveBytes(request, maxImageBytes, TooManyBytes);
  const { file } = await storeImage(bytes, uploadsOf(shop));
  await pregenerateVariants(shop, file, imageWidths);
  const action = { action: 'content.upload-image', subject: { kind: 'file', id: file } };
  await inTransaction(shop, (tx) => insertAuditEntry(tx, staff, action, {}));
  return { file };
}

/** Takes the body of a request in as a film of the window. Throws what `storeVideo` does. */
export async function addContentVideo(shop: Shop, staff: Staff, request: Request) {
  const file = await storeVideo(request, uploadsOf(shop));
  const action = { action: 'content.upload-video', subject: { kind: 'file', id: file } };
  await inTransaction(shop, (tx) => insertAuditEntry(tx, staff, action, {}));
  return { file };
}

/** A file that a form names, and the field in which it does. */
export type NamedFile = { field: string; file: string | null | undefined };

/**
 * Refuses files that are not under `/uploads`, by their fields. Those that hang in the window already may stay: to
 * change the words beside a lost picture must be possible.
 */
export async function assertUploadsExist(
  shop: Shop,
  named: readonly NamedFile[],
  current: unknown,
): Promise<void> {
  const old = JSON.stringify(current);
  const missing = await Promise.all(
    named.map(async ({ field, file }) => {
      if (!file || old.includes(JSON.stringify(file))) return [];
      const found = isPlain.test(file) && (await uploadsOf(shop).find(file));
      return found ? [] : [{ field, message: 'This file is not there any more.' }];
    }),
  );
  if (missing.flat().length > 0) throw FileNotFound(undefined, missing.flat());
}
