import { type ImageWidth, imageWidths, photoUrl } from '../files/image-widths.ts';
import { useLightMode } from './light-mode.ts';

/** An image under `/uploads`. Only an image of a first screen has a `placeholder`, a tiny WebP in base64. */
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
  /** True for the first image in view, which loads at once and with high priority. */
  priority?: boolean;
  /** The placeholder in base64, shown instead of the mean colour until the image has loaded. */
  placeholder?: string | undefined;
  /** Replaces the image's alternative text. Pass an empty text if the text beside the image describes it. */
  alt?: string;
  className?: string;
};

/** Maximum width requested in light mode, in pixels: sharp enough on a phone. */
const maxLightWidth = 480;

/** Returns `src` and `srcSet` of an image, with variants up to the first width that is `maxWidth` or larger. */
export function sourcesOf(file: string, maxWidth: number, widths: readonly ImageWidth[] = imageWidths) {
  // The server does not enlarge images, so one width beyond `maxWidth` is enough.
  const lastIndex = widths.findIndex((width) => width >= maxWidth);
  const usable = lastIndex < 0 ? widths : widths.slice(0, lastIndex + 1);
  const middle = usable[Math.floor(usable.length / 2)] ?? 480;
  const srcSet = usable.map((width) => `${photoUrl(file, width)} ${width}w`).join(', ');
  return { src: photoUrl(file, middle), srcSet };
}

/** Responsive image. Shows `placeholder` or the mean colour until it has loaded. The server selects AVIF, WebP or JPEG. */
export function Photo({
  image,
  sizes,
  widths = imageWidths,
  priority = false,
  placeholder,
  alt,
  className,
}: PhotoProps) {
  // Light mode does not reduce a `priority` image, because it loads before the script runs. If the browser sends the
  // `Save-Data` header, the server reduces it.
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
