import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { Video } from '../../foundation/ui/video.tsx';
import type { Product, ProductImage } from '../contract.ts';
import { hasVideo } from '../rules.ts';
import type { Zoom } from './zoom.tsx';

/**
 * The `sizes` of the large images. On phones, the stated width is smaller than the real width, so that the browser loads about
 * 1.6 image pixels per CSS pixel, which look sharp. The enlarged image is loaded with all its pixels.
 */
export const largeSizes = '(min-width: 768px) 50vw, (min-resolution: 2.1dppx) 54vw, 80vw';
const thumbSizes = '(min-width: 768px) 13vw, 60px';

type Props = {
  product: Pick<Product, 'productName' | 'pictures' | 'video'>;
  /** Placeholder of the first image, shown until the image has loaded. */
  placeholder?: string | undefined;
};

/**
 * Images and video of a product, with thumbnails. With JavaScript, arrow keys change the image, a mouse magnifies it to 200 %,
 * and a press opens it in a dialog. Without JavaScript, an image links to its file.
 */
export function Gallery({ product, placeholder }: Props) {
  const view = useRef<HTMLUListElement>(null);
  const current = useShownSlide(view);
  const { enlarged, setEnlarged, enlarge } = useEnlarged(view);

  const name = product.productName;
  const images = product.pictures.slice(0, 4).map((image) => ({ ...image, alt: image.alt || name }));
  const video = hasVideo(product.video) ? product.video : undefined;
  const slides = images.length + (video ? 1 : 0);

  function show(index: number) {
    const row = view.current;
    if (row && index >= 0 && index < slides) row.scrollTo({ left: index * row.clientWidth });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') show(current + 1);
    if (event.key === 'ArrowLeft') show(current - 1);
  }

  return (
    <div className="gallery">
      <ul className="view motion-safe:scroll-smooth" ref={view} aria-label="Pictures">
        {images.map((image, index) => (
          <li key={image.file} id={`picture-${index + 1}`} className="scroll-mt-24">
            <ImageLink
              image={image}
              priority={index === 0}
              placeholder={index === 0 ? placeholder : undefined}
              onKeyDown={onKeyDown}
              onFocus={() => show(index)}
              onEnlarge={(file) => enlarge(index, file)}
            />
          </li>
        ))}
        {video && <VideoSlide id={`picture-${slides}`} video={video} name={name} image={images[0]} />}
      </ul>
      {slides > 1 && <Thumbs {...{ images, video, current, onKeyDown, show }} />}
      {enlarged && (
        <enlarged.Zoom
          images={images}
          index={enlarged.index}
          onMove={(index) => {
            setEnlarged({ ...enlarged, index });
            show(index);
          }}
          onClose={() => {
            setEnlarged(undefined);
            // Closing the dialog returns the focus to the image that was pressed first, which can stop the scrolling. So scroll
            // again to the image that the dialog showed last.
            show(enlarged.index);
          }}
        />
      )}
    </div>
  );
}

type VideoSlideProps = {
  id: string;
  video: string;
  name: string;
  /** Image shown while the video is not playing. */
  image: ProductImage | undefined;
};

function VideoSlide({ id, video, name, image }: VideoSlideProps) {
  return (
    <li className="image scroll-mt-24" id={id}>
      <Video
        mp4={video}
        subject="the video"
        label={`${name}, a silent video`}
        buttonClassName="absolute bottom-2 left-2"
        share={0.4}
      >
        {image && <Photo image={image} sizes={largeSizes} alt="" />}
      </Video>
    </li>
  );
}

/** Returns the index of the slide that is visible in a row. */
function useShownSlide(view: RefObject<HTMLUListElement | null>): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const row = view.current;
    if (!row) return;
    const slides = [...row.children];
    const observer = new IntersectionObserver(
      (entries) => {
        const visible = entries.find(({ isIntersecting }) => isIntersecting);
        if (visible) setCurrent(slides.indexOf(visible.target));
      },
      { root: row, threshold: 0.6 },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, [view]);
  return current;
}

/** Returns the enlarged image with its dialog, and the function `enlarge`, which loads and opens the dialog. */
function useEnlarged(view: RefObject<HTMLElement | null>) {
  const [enlarged, setEnlarged] = useState<{ index: number; Zoom: typeof Zoom }>();

  /**
   * Opens the dialog. If the dialog's script cannot be loaded and the gallery is still on the page, opens the image's file
   * instead.
   */
  function enlarge(index: number, file: string) {
    import('./zoom.tsx').then(
      ({ Zoom }) => setEnlarged({ index, Zoom }),
      () => {
        if (view.current) window.location.assign(file);
      },
    );
  }
  return { enlarged, setEnlarged, enlarge };
}

type ImageLinkProps = {
  image: ProductImage;
  priority: boolean;
  placeholder: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  /** Called with the URL of the image's file. */
  onEnlarge: (file: string) => void;
};

function ImageLink({ image, priority, placeholder, onKeyDown, onFocus, onEnlarge }: ImageLinkProps) {
  return (
    <a
      className="image group/pic cursor-zoom-in focus-visible:-outline-offset-4"
      style={{ background: image.colour }}
      href={`/uploads/${image.file}?w=1920`}
      aria-label={`${image.alt}. See it larger`}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onPointerEnter={loadLargeImage}
      onPointerMove={moveMagnifier}
      onClick={(event) => {
        event.preventDefault();
        onEnlarge(event.currentTarget.href);
      }}
    >
      <Photo
        image={image}
        sizes={largeSizes}
        priority={priority}
        placeholder={placeholder}
        className="origin-[var(--x,50%)_var(--y,50%)] duration-150 group-hover/pic:scale-200 motion-safe:transition-[scale]"
      />
    </a>
  );
}

type ThumbsProps = {
  images: readonly ProductImage[];
  video: string | undefined;
  current: number;
  onKeyDown: (event: KeyboardEvent) => void;
  show: (index: number) => void;
};

/** Thumbnails that link to the images and the video. The first image is also the thumbnail of the video. */
function Thumbs({ images, video, current, onKeyDown, show }: ThumbsProps) {
  return (
    <div className="thumbs">
      {(video ? [...images, images[0]] : images).map((image, index) => {
        const isVideo = index === images.length;
        return (
          <a
            key={isVideo ? video : image?.file}
            className="relative z-1 focus-visible:z-10"
            href={`#picture-${index + 1}`}
            aria-label={`Picture ${index + 1}: ${isVideo ? 'the video' : image?.alt}`}
            aria-current={index === current ? 'true' : undefined}
            onKeyDown={onKeyDown}
            onClick={(event) => {
              event.preventDefault();
              show(index);
            }}
          >
            <span className="image">
              {image && <Photo image={image} sizes={thumbSizes} alt="" />}
              {isVideo && (
                <span className="icon">
                  <Icon name="play" />
                </span>
              )}
            </span>
          </a>
        );
      })}
    </div>
  );
}

/** Loads twice as many pixels on devices with a mouse, because they can show the image at 200 %. */
function loadLargeImage(event: PointerEvent<HTMLElement>) {
  if (event.pointerType === 'mouse') event.currentTarget.querySelector('img')?.setAttribute('sizes', '100vw');
}

function moveMagnifier(event: PointerEvent<HTMLElement>) {
  if (event.pointerType !== 'mouse') return;
  const { style } = event.currentTarget;
  const box = event.currentTarget.getBoundingClientRect();
  style.setProperty('--x', `${((event.clientX - box.left) / box.width) * 100}%`);
  style.setProperty('--y', `${((event.clientY - box.top) / box.height) * 100}%`);
}
