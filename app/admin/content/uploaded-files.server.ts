import { imageWidths } from '../../foundation/files/image-widths.ts';
import { maxImageBytes, storeImage, TooManyBytes } from '../../foundation/files/images.server.ts';
import { pregenerateVariants } from '../../foundation/files/uploads.server.ts';
import { uploadsOf } from '../../foundation/files/uploads-storage.server.ts';
import { storeVideo } from '../../foundation/files/videos.server.ts';
import { receiveBytes } from '../../foundation/http/read-body.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { FileNotFound } from './contract.ts';

const kinds = {
  images: /^[A-Za-z0-9][\w.-]*\.(jpe?g|png|webp)$/i,
  videos: /^[A-Za-z0-9][\w.-]*\.(mp4|webm)$/i,
};
const isPlain = /^[A-Za-z0-9][\w.-]*$/;
const pageSize = 60;

/** Lists up to 60 images or videos under `/uploads`, newest first, after skipping `offset` files. */
export async function listUploads(shop: Shop, kind: keyof typeof kinds, offset: number) {
  const files = (await uploadsOf(shop).listNewestFirst()).filter((name) => kinds[kind].test(name));
  const next = offset + pageSize;
  return { files: files.slice(offset, next), next: next < files.length ? next : null };
}

/** Stores the image from the request's body. @throws the problems of `storeImage` */
export async function addContentImage(shop: Shop, request: Request) {
  const bytes = await receiveBytes(request, maxImageBytes, TooManyBytes);
  const { file } = await storeImage(bytes, uploadsOf(shop));
  await pregenerateVariants(shop, file, imageWidths);
  return uploaded(file);
}

/** Stores the video from the request's body. @throws the problems of `storeVideo` */
export const addContentVideo = async (shop: Shop, request: Request) =>
  uploaded(await storeVideo(request, uploadsOf(shop)));

const uploaded = (file: string) => async () => ({ id: file, result: { file } });

type NamedFile = { field: string; file: string | null | undefined };

/**
 * Lists the files that all items have in these fields. Names each field by its path, such as `items.0.img`, which begins with
 * `list`.
 */
export const filesIn = <Field extends string>(
  list: string,
  items: readonly { [field in Field]?: string | null }[],
  ...fields: Field[]
): NamedFile[] =>
  items.flatMap((item, index) =>
    fields.map((field) => ({ field: `${list}.${index}.${field}`, file: item[field] })),
  );

/**
 * Checks that the named files exist. Does not check the files in `current`, so that staff can still edit content whose file is
 * missing.
 * @throws FileNotFound (400) with the fields of the files that are not under `/uploads`
 */
export async function assertUploadsExist(
  shop: Shop,
  named: readonly NamedFile[],
  current: readonly NamedFile[],
): Promise<void> {
  const currentFiles = new Set(current.map(({ file }) => file));
  const missing = await Promise.all(
    named.map(async ({ field, file }) => {
      if (!file || currentFiles.has(file)) return [];
      const exists = isPlain.test(file) && (await uploadsOf(shop).find(file));
      return exists ? [] : [{ field, message: 'This file no longer exists.' }];
    }),
  );
  if (missing.flat().length > 0) throw FileNotFound(undefined, missing.flat());
}
