import { type RefObject, useEffect, useState } from 'react';
import { IconButton } from './icon.tsx';
import { useLightMode } from './light-mode.ts';

/** True if the visitor prefers reduced motion. Call it only in the browser. */
function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns how a button or a timer scrolls. Call it only in the browser. */
export function scrollBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth';
}

/** True with reduced motion or in light mode; undefined on the server and in the first render. */
export function useShouldReduceMotion(): boolean | undefined {
  const isLight = useLightMode();
  const [isReduced, setReduced] = useState<boolean>();
  useEffect(() => setReduced(prefersReducedMotion()), []);
  return isReduced === undefined ? undefined : isReduced || isLight;
}

/** Returns whether an automatic motion is paused, and the toggle. Paused at first with reduced motion or in light mode. */
export function usePaused(): [paused: boolean, toggle: () => void] {
  const isReduced = useShouldReduceMotion();
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (isReduced) setPaused(true);
  }, [isReduced]);
  return [paused, () => setPaused((before) => !before)];
}

/** True while at least `share` (0 to 1) of the element is in the viewport; false on the server. */
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

/** Pause and play button of an automatic motion, labelled `Pause the film` or `Play the film`. */
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
