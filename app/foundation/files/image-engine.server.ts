import sharp, { type ResizeOptions, type Sharp } from 'sharp';

// One thread per image leaves the other cores to requests.
sharp.concurrency(1);
sharp.cache(false);
// Enable only these loaders, because the name of a file does not prove its format. sharp then never opens an SVG, a
// PDF or another format.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** Maximum number of pixels. Accepts photos of 48-megapixel phones and rejects decompression bombs. */
export const maxPixels = 50_000_000;

/** Opens an untrusted image upright. Decoding rejects truncated images and more than {@link maxPixels} pixels. */
export function openImage(source: string | Buffer) {
  return sharp(source, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true })
    .timeout({ seconds: 20 })
    .autoOrient();
}

/** An image whose pixels are in memory. `resize` never enlarges the image. */
export type DecodedImage = { width: number; hasAlpha: boolean; resize(size: ResizeOptions): Sharp };

/** Decodes an image, at most `maxWidth` pixels wide, so that several variants can be made from one decoding. */
export async function decodeImage(source: string | Buffer, maxWidth: number): Promise<DecodedImage> {
  const { data, info } = await openImage(source)
    .resize({ width: maxWidth, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return {
    width,
    hasAlpha: channels === 4,
    resize: (size) =>
      sharp(data, { raw: { width, height, channels } }).resize({ ...size, withoutEnlargement: true }),
  };
}

export { sharp };
