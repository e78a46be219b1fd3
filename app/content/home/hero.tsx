import { type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { PauseButton, usePaused } from '../../foundation/ui/motion.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import type { Slide } from '../contract.ts';

type HeroProps = {
  slides: readonly Slide[];
  /** Placeholder of the first image, encoded in base64. */
  placeholder: string | undefined;
  /** The shop's name in Hindi. */
  word: string;
  title: string;
  text: string;
};

const slideMs = 3000;
/**
 * The `sizes` of the images. On phones, the image is wider than the screen (150vw), because more than half of its width is
 * cropped. On very dense screens, the stated width is smaller (99vw), because a smaller file is sharp enough there.
 */
const heroSizes = '(min-width: 768px) 100vw, (min-resolution: 2.1dppx) 99vw, 150vw';

/** Minimum distance of a swipe, in pixels. */
const minSwipe = 40;

/** False if the page or the hero is out of view, or if the pointer or the focus is in the hero. */
function mayAdvance(hero: HTMLElement): boolean {
  if (document.hidden || hero.matches(':hover, :focus-within')) return false;
  return hero.getBoundingClientRect().bottom > 0;
}

/**
 * Hook that shows one of `count` slides at a time. Advances every three seconds, except while `paused` is true. `stateOf` returns
 * the slide's state for the style sheet.
 */
function useSlides(count: number, hero: RefObject<HTMLElement | null>, paused: boolean) {
  const [{ current, before }, setSlide] = useState<{ current: number; before?: number }>({ current: 0 });
  const go = (step: 1 | -1) =>
    setSlide(({ current }) => ({ current: (current + step + count) % count, before: current }));

  useEffect(() => {
    if (paused || count < 2) return;
    const timer = setInterval(() => {
      if (hero.current && mayAdvance(hero.current))
        setSlide({ current: (current + 1) % count, before: current });
    }, slideMs);
    return () => clearInterval(timer);
  }, [current, count, hero, paused]);

  const stateOf = (slide: number) => {
    if (slide === current) return 'shown';
    if (slide === before) return 'before';
    return slide === (current + 1) % count ? 'next' : undefined;
  };
  return { current, go, stateOf };
}

/** Up to five wide images beside the shop's name, one at a time. Every three seconds, the next image is shown. */
export function Hero({ slides, placeholder, word, title, text }: HeroProps) {
  const hero = useRef<HTMLElement>(null);
  const swipeStart = useRef<number>(undefined);
  const [paused, toggle] = usePaused();
  const { current, go, stateOf } = useSlides(slides.length, hero, paused);
  const [first] = slides;

  return (
    <section className="hero" ref={hero} aria-roledescription="carousel" aria-label="Our fabrics">
      <div className="hindi-name hang desktop-only" lang="hi" aria-hidden="true">
        {word}
      </div>
      <section
        className="bay"
        aria-label="Pictures"
        onPointerDown={({ clientX }) => {
          swipeStart.current = clientX;
        }}
        onPointerUp={({ clientX }) => {
          const distance = clientX - (swipeStart.current ?? clientX);
          if (Math.abs(distance) > minSwipe && slides.length > 1) go(distance < 0 ? 1 : -1);
        }}
      >
        {slides.map((slide, index) => (
          <div
            className="slide"
            key={slide.img}
            style={{ '--fx': `${slide.focus}%` }}
            data-turn={stateOf(index)}
          >
            <Photo
              // The images measure 1920 by 900. The style sheet aligns the name with the rod in the photographs, at y = 194.
              image={{
                file: slide.img,
                width: 1920,
                height: 900,
                colour: 'var(--color-wall-end)',
                alt: slide.alt,
              }}
              sizes={heroSizes}
              priority={index === 0}
              placeholder={index === 0 ? placeholder : undefined}
            />
          </div>
        ))}
      </section>
      <div className="hero-text">
        <h1>{title}</h1>
        <p>{text}</p>
        <Link className="btn" to={first?.link ?? '/Sarees'}>
          {first?.linkLabel ?? 'See our sarees'}
        </Link>
        {slides.length > 1 && <Controls {...{ current, count: slides.length, go, paused, toggle }} />}
      </div>
    </section>
  );
}

type ControlsProps = {
  current: number;
  count: number;
  go: (step: 1 | -1) => void;
  paused: boolean;
  toggle: () => void;
};

function Controls({ current, count, go, paused, toggle }: ControlsProps) {
  return (
    <div className="ctl mt-2 noscript:hidden">
      <IconButton icon="chevron-left" label="Previous picture" onClick={() => go(-1)} />
      <PauseButton subject="the pictures" paused={paused} onToggle={toggle} />
      <IconButton icon="chevron-right" label="Next picture" onClick={() => go(1)} />
      <span className="num" aria-live={paused ? 'polite' : 'off'}>
        {current + 1} of {count}
      </span>
    </div>
  );
}
