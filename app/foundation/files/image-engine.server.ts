import sharp, { type ResizeOptions, type Sharp } from 'sharp';

// One picture at a time keeps a core free for shoppers.
sharp.concurrency(1);
sharp.cache(false);
// A name says little about what is in a file: only these kinds are ever opened, so no SVG, PDF or the like is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** The most pixels that a picture may have: what a phone of 48 megapixels makes, and no bomb. */
export const maxPixels = 50_000_000;

/** A picture from outside, bounded in pixels, refused when something of it is missing, oriented as it was held. */
export function openImage(source: string | Buffer) {
  return sharp(source, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true })
    .timeout({ seconds: 20 })
    .autoOrient();
}

/** An image whose pixels are in memory. Nothing is enlarged. */
export type DecodedImage = { width: number; hasAlpha: boolean; resized(size: ResizeOptions): Sharp };

/** Decodes an image once, at most `widest` pixels wide, for all that is made of it. */
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
    resized: (size) =>
      sharp(data, { raw: { width, height, channels } }).resize({ ...size, withoutEnlargement: true }),
  };
}

export { sharp };
