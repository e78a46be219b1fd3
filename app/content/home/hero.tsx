import { type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { PauseButton, travel, usePaused } from '../../foundation/ui/motion.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import type { Slide } from '../contract.ts';

type HeroProps = {
  slides: readonly Slide[];
  /** What is shown of the first picture until it has loaded. */
  placeholder: string | undefined;
  /** The shop's name in Hindi, cut where a phone breaks it. */
  word: readonly string[];
  title: string;
  text: string;
};

const turnsAfter = 3000;
/**
 * A phone shows less than half of the picture's width, 400 px high; 150vw keeps the cloth sharp and the bytes few, and
 * on the finest screens 99vw does.
 */
const heroSizes = '(min-width: 768px) 100vw, (min-resolution: 2.1dppx) 99vw, 150vw';

function turnTo(bay: HTMLElement, slide: number) {
  const far = Math.abs(slide * bay.clientWidth - bay.scrollLeft) > bay.clientWidth * 1.5;
  bay.scrollTo({ left: slide * bay.clientWidth, behavior: far ? 'instant' : travel() });
}

/** Nobody's reading is interrupted: not under a pointer, not with the focus inside, not when out of sight. */
function mayTurn(bay: HTMLElement): boolean {
  const hero = bay.closest('.hero');
  if (!hero || document.hidden || hero.matches(':hover, :focus-within')) return false;
  return hero.getBoundingClientRect().bottom > 0;
}

/** Follows which slide a scroll-snap row shows, and turns it every three seconds unless `paused`. */
function useSlider(bay: RefObject<HTMLElement | null>, count: number, paused: boolean): number {
  const [at, setAt] = useState(0);

  useEffect(() => {
    const row = bay.current;
    if (!row) return;
    const look = () => setAt(Math.round(row.scrollLeft / row.clientWidth));
    row.addEventListener('scroll', look, { passive: true });
    // Not every browser lets the keyboard reach a row that scrolls unless it is told to.
    row.tabIndex = 0;
    return () => row.removeEventListener('scroll', look);
  }, [bay]);

  useEffect(() => {
    if (paused || count < 2) return;
    const timer = setInterval(() => {
      if (bay.current && mayTurn(bay.current)) turnTo(bay.current, (at + 1) % count);
    }, turnsAfter);
    return () => clearInterval(timer);
  }, [bay, at, count, paused]);

  return at;
}

/** Up to five wide pictures on one rod, from which the shop's name hangs. */
export function Hero({ slides, placeholder, word, title, text }: HeroProps) {
  const bay = useRef<HTMLElement>(null);
  const [paused, toggle] = usePaused();
  const at = useSlider(bay, slides.length, paused);
  const go = (slide: number) => {
    if (bay.current) turnTo(bay.current, (slide + slides.length) % slides.length);
  };
  const [first] = slides;

  return (
    <section className="hero" aria-roledescription="carousel" aria-label="Cloth on the rod">
      <section className="bay" ref={bay} aria-label="Pictures">
        {slides.map((slide, index) => (
          <div className="slide" key={slide.img} style={{ '--fx': `${slide.focus}%` }}>
            <Photo
              // The studio's wide pictures: 1920 by 900, the rod at y = 194, where the name hangs.
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
      <div className="word" aria-hidden="true">
        <span className="hang" lang="hi">
          {word.map((half) => (
            <span key={half}>{half}</span>
          ))}
        </span>
      </div>
      <div className="say">
        <h1>{title}</h1>
        <p>{text}</p>
        <Link className="btn" to={first?.link ?? '/Sarees'}>
          {first?.linkLabel ?? 'See what is on the rod'}
        </Link>
        {slides.length > 1 && (
          <div className="ctl mt-2 noscript:hidden">
            <button type="button" className="icon" aria-label="Previous picture" onClick={() => go(at - 1)}>
              <Icon name="chevron-left" />
            </button>
            <PauseButton what="the pictures" paused={paused} onToggle={toggle} />
            <button type="button" className="icon" aria-label="Next picture" onClick={() => go(at + 1)}>
              <Icon name="chevron-right" />
            </button>
            <span className="num" aria-live={paused ? 'polite' : 'off'}>
              {at + 1} of {slides.length}
            </span>
          </div>
        )}
      </div>
    </section>
  );
}
