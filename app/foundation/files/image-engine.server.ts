import sharp, { type ResizeOptions, type Sharp } from 'sharp';

// Use one thread per image, so that the other cores can handle requests.
sharp.concurrency(1);
sharp.cache(false);
// Enable only these loaders. The name of a file does not prove its format, and sharp must never open an SVG, a PDF or another
// format.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** Maximum number of pixels. Photos of 48-megapixel phones are accepted, and decompression bombs are rejected. */
export const maxPixels = 50_000_000;

/**
 * Opens an untrusted image and rotates it upright. Decoding fails for truncated images and for more than {@link maxPixels}
 * pixels.
 */
export function openImage(source: string | Buffer) {
  return sharp(source, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true })
    .timeout({ seconds: 20 })
    .autoOrient();
}

/** An image whose decoded pixels are in memory. `resize` never enlarges the image. */
export type DecodedImage = { width: number; hasAlpha: boolean; resize(size: ResizeOptions): Sharp };

/** Decodes an image to at most `maxWidth` pixels in width. Several variants can then be created from one decoding. */
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
