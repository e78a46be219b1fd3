/**
 * The widths a picture is made in, in pixels; any other is refused, so that nobody can have thousands made.
 */
export const imageWidths = [160, 320, 400, 480, 640, 960, 1280, 1920] as const;
/** The widths in which the first screens of phones and computers ask for products, in pixels. */
export const firstProductWidths = [160, 320, 400, 480, 640] as const;
export type ImageWidth = (typeof imageWidths)[number];
