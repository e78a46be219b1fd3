/** Widths of the image variants in pixels. Other widths are rejected, to limit the number of files. */
export const imageWidths = [160, 320, 400, 480, 640, 960, 1280, 1920] as const;
/**
 * Widths in pixels of the variants that the upload of a product image generates before it responds. These widths are enough for
 * what phones and computers show before scrolling.
 */
export const firstProductWidths = [160, 320, 400, 480, 640] as const;
export type ImageWidth = (typeof imageWidths)[number];

export function photoUrl(file: string, width: ImageWidth): string {
  return `/uploads/${encodeURIComponent(file)}?w=${width}`;
}
