import { type ImageWidth, imageWidths } from '../files/image-widths.ts';
import { useLightMode } from './light-mode.ts';

/**
 * A picture of the shop's: its file under `/uploads`, its own size in pixels, and its mean colour. `placeholder` is a tiny WebP in base64, which
 * only pictures of a first screen carry.
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
  /** How wide the picture will stand, as in the `sizes` attribute. */
  sizes: string;
  widths?: readonly ImageWidth[];
  /** For the picture that is seen first: loaded at once, before the others. */
  priority?: boolean;
  /** What is shown until it has loaded, in base64, instead of its colour alone. */
  placeholder?: string | undefined;
  /** `''` where the words beside the picture already say it. */
  alt?: string;
  className?: string;
};

/** Sharp enough on a phone's screen, in pixels: what light pages ask for at most. */
const widestLight = 480;

/** The address of a picture of the shop's at one of the made widths. */
export function photoUrl(file: string, width: ImageWidth): string {
  return `/uploads/${encodeURIComponent(file)}?w=${width}`;
}

/** Returns `src` and `srcSet` of an image that is `widest` pixels wide at most. */
export function sourcesOf(file: string, maxWidth: number, widths: readonly ImageWidth[] = imageWidths) {
  // The first width past it gives all of it: the server enlarges nothing.
  const enough = widths.findIndex((width) => width >= maxWidth);
  const useful = enough < 0 ? widths : widths.slice(0, enough + 1);
  const middle = useful[Math.floor(useful.length / 2)] ?? 480;
  const srcSet = useful.map((width) => `${photoUrl(file, width)} ${width}w`).join(', ');
  return { src: photoUrl(file, middle), srcSet };
}

/** A picture with its room kept and its colour shown until it has loaded. The server picks AVIF, WebP or JPEG. */
export function Photo({
  image,
  sizes,
  widths = imageWidths,
  priority = false,
  placeholder,
  alt,
  className,
}: PhotoProps) {
  // The first images are requested before the page's script runs; with Save-Data the server sends them smaller.
  const widest = useLightMode() && !priority ? widestLight : image.width;
  return (
    <img
      {...sourcesOf(image.file, widest, widths)}
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
