import type { ImageWidth } from '../app/foundation/files/image-widths.ts';
import { categories } from './categories.ts';
import { banners } from './content.ts';
import productList from './products.json' with { type: 'json' };

const widthsOf = (files: readonly string[], widths: readonly ImageWidth[]) =>
  files.map((file) => [file, widths] as const);

const slides = banners.filter(({ placement }) => placement === 'first').flatMap((banner) => banner.slides);

/**
 * The images that pages show before scrolling, with the widths that phones, tablets and desktops request. They are shipped as
 * WebP files, which all browsers get until the AVIF files are generated. Generating the WebP files would take half a minute at
 * the first start.
 */
export const shippedWidths: ReadonlyMap<string, readonly ImageWidth[]> = new Map([
  ...widthsOf(
    slides.map(({ img }) => img),
    [960, 1280, 1920],
  ),
  ...widthsOf(
    categories.map(({ img }) => img),
    [160, 320],
  ),
  ...widthsOf(
    productList.flatMap(({ images }) => images.slice(0, 1).map(({ file }) => file)),
    [320, 400, 480, 640],
  ),
]);
