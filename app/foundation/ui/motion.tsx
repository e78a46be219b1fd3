import { type RefObject, useEffect, useState } from 'react';
import { IconButton } from './icon.tsx';
import { useLightMode } from './light-mode.ts';

/** True if the shopper prefers reduced motion. Call it only in the browser. */
function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Returns the behaviour of a scroll that a button or a timer starts: `instant` with reduced motion, otherwise `smooth`. Call it
 * only in the browser.
 */
export function scrollBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth';
}

/** Hook that returns true with reduced motion or in light mode. Returns undefined on the server and in the first render. */
export function useShouldReduceMotion(): boolean | undefined {
  const isLight = useLightMode();
  const [isReduced, setReduced] = useState<boolean>();
  useEffect(() => setReduced(prefersReducedMotion()), []);
  return isReduced === undefined ? undefined : isReduced || isLight;
}

/**
 * Hook that returns whether an automatic motion is paused, and a function that pauses or continues it. With reduced motion or in
 * light mode, the motion is paused at first.
 */
export function usePaused(): [paused: boolean, toggle: () => void] {
  const isReduced = useShouldReduceMotion();
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (isReduced) setPaused(true);
  }, [isReduced]);
  return [paused, () => setPaused((before) => !before)];
}

/** Hook that returns true while at least `share` (0 to 1) of the element is in the viewport. Returns false on the server. */
export function useInView(ref: RefObject<Element | null>, share = 0.5): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.some((entry) => entry.isIntersecting)),
      { threshold: share },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, share]);
  return inView;
}

type PauseButtonProps = { paused: boolean; onToggle: () => void; subject: string; className?: string };

/** Button that pauses or plays an automatic motion. Its label contains `subject`, such as `Pause the film`. */
export function PauseButton({ paused, onToggle, subject, className = '' }: PauseButtonProps) {
  return (
    <IconButton
      icon={paused ? 'play' : 'pause'}
      label={paused ? `Play ${subject}` : `Pause ${subject}`}
      className={`noscript:hidden ${className}`}
      onClick={onToggle}
    />
  );
}
