/** A picture of the shop's: its file under `/uploads`, its own size in pixels, and its mean colour. */
export type Photographed = { file: string; width: number; height: number; colour: string; alt: string };

/** The widths that the server makes, in pixels. */
const made = [160, 320, 480, 640, 960, 1280, 1920] as const;
export type PhotoWidth = (typeof made)[number];

type PhotoProps = {
  picture: Photographed;
  /** How wide the picture will stand, as in the `sizes` attribute. */
  sizes: string;
  widths?: readonly PhotoWidth[];
  /** For the picture that is seen first: loaded at once, before the others. */
  priority?: boolean;
  /** `''` where the words beside the picture already say it. */
  alt?: string;
  className?: string;
};

/** The address of a picture of the shop's at one of the made widths. */
export function photoUrl(file: string, width: PhotoWidth): string {
  return `/uploads/${encodeURIComponent(file)}?w=${width}`;
}

/** A picture with its room kept and its colour shown until it has loaded. The server picks AVIF, WebP or JPEG. */
export function Photo({ picture, sizes, widths = made, priority = false, alt, className }: PhotoProps) {
  const useful = widths.filter((width, nth) => nth === 0 || width <= picture.width);
  const middle = useful[Math.floor(useful.length / 2)] ?? 480;
  return (
    <img
      src={photoUrl(picture.file, middle)}
      srcSet={useful.map((width) => `${photoUrl(picture.file, width)} ${width}w`).join(', ')}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt ?? picture.alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      className={className}
      style={{ backgroundColor: picture.colour }}
    />
  );
}
