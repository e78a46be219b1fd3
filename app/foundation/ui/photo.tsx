import { type ImageWidth, imageWidths, photoUrl } from '../files/image-widths.ts';
import { useLightMode } from './light-mode.ts';

/**
 * An image under `/uploads`. Only an image that is visible without scrolling has a `placeholder`, which is a tiny WebP in base64.
 */
export type PhotoImage = {
  file: string;
  width: number;
  height: number;
  colour: string;
  alt: string;
  placeholder?: string;
};

type PhotoProps = {
  image: PhotoImage;
  sizes: string;
  widths?: readonly ImageWidth[] | undefined;
  /** True for the first visible image. It is loaded at once and with high priority. */
  priority?: boolean;
  /** The placeholder in base64. It is displayed until the image has loaded, instead of the mean colour. */
  placeholder?: string | undefined;
  /** Replaces the alternative text of the image. Pass an empty text if the text beside the image describes it. */
  alt?: string;
  className?: string;
};

/** Maximum width in pixels of images in light mode. Images of this width are sharp on a phone. */
const maxLightWidth = 480;

/** Returns `src` and `srcSet` of an image. The widest variant is the first one whose width is at least `maxWidth`. */
export function sourcesOf(file: string, maxWidth: number, widths: readonly ImageWidth[] = imageWidths) {
  // One width above `maxWidth` is enough, because the server does not enlarge images.
  const lastIndex = widths.findIndex((width) => width >= maxWidth);
  const usable = lastIndex < 0 ? widths : widths.slice(0, lastIndex + 1);
  const middle = usable[Math.floor(usable.length / 2)] ?? 480;
  const srcSet = usable.map((width) => `${photoUrl(file, width)} ${width}w`).join(', ');
  return { src: photoUrl(file, middle), srcSet };
}

/**
 * Responsive image. Until it has loaded, its place shows `placeholder` or the mean colour. The server selects AVIF, WebP or JPEG.
 */
export function Photo({
  image,
  sizes,
  widths = imageWidths,
  priority = false,
  placeholder,
  alt,
  className,
}: PhotoProps) {
  // Light mode does not make a `priority` image smaller, because the image loads before the script runs. If the browser sends
  // `Save-Data`, the server sends a smaller image.
  const maxWidth = useLightMode() && !priority ? maxLightWidth : image.width;
  return (
    <img
      {...sourcesOf(image.file, maxWidth, widths)}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={alt ?? image.alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      className={placeholder ? `unsharp ${className ?? ''}` : className}
      style={{
        backgroundColor: image.colour,
        backgroundImage: placeholder && `url(data:image/webp;base64,${placeholder})`,
      }}
    />
  );
}
