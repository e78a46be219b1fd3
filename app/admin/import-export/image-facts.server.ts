import type { ProductImage } from '../../catalogue/contract.ts';
import { findImages } from '../../catalogue/product-images.server.ts';
import { openImage, sharp } from '../../foundation/files/image-engine.server.ts';
import { type UploadsStorage, uploadsOf } from '../../foundation/files/uploads-storage.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';

/** The stored fields of an image, without its alternative text. */
export type ImageFacts = Omit<ProductImage, 'alt'>;

const isImage = /^[A-Za-z0-9][\w.-]*\.(jpe?g|png|webp)$/i;

/** Lists the names of the uploaded images. */
export async function listImages(shop: Shop): Promise<Set<string>> {
  const names = await uploadsOf(shop).listNames();
  return new Set(names.filter((name) => isImage.test(name)));
}

/** Reads the sizes and colours of images, by file name. Omits unreadable images. */
export async function readImageFacts(shop: Shop, files: readonly string[]): Promise<Map<string, ImageFacts>> {
  const names = [...new Set(files)];
  if (names.length === 0) return new Map();
  const storedFacts = await findImages(shop, names);
  const facts = new Map(storedFacts.map((image) => [image.file, image]));
  for (const name of names) {
    if (facts.has(name) || !isImage.test(name)) continue;
    const read = await look(uploadsOf(shop), name).catch(() => undefined);
    if (read) facts.set(name, { file: name, ...read });
  }
  return facts;
}

async function look(storage: UploadsStorage, name: string) {
  const file = await storage.find(name);
  if (!file) return undefined;
  const { data, info } = await openImage(await storage.localPath(name, file)).toBuffer({
    resolveWithObject: true,
  });
  const pixel = await sharp(data).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  return { width: info.width, height: info.height, colour: `#${pixel.subarray(0, 3).toString('hex')}` };
}
