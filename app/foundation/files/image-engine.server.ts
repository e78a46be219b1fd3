import sharp from 'sharp';

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

export { sharp };
