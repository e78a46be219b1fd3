import { type RefObject, useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import { useLightMode } from './light-mode.ts';

/** True when the visitor asked that nothing moves by itself. Browser only. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How a rail or a slider travels when a button or a timer moves it. Browser only. */
export function scrollBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth';
}

/** Whether nothing shall move or load by itself; `undefined` until the browser has been asked. */
export function useReducedMotion(): boolean | undefined {
  const lite = useLightMode();
  const [still, setStill] = useState<boolean>();
  useEffect(() => setStill(prefersReducedMotion()), []);
  return still === undefined ? undefined : still || lite;
}

/** Whether something that moves by itself rests, and the toggle for its button. It rests at once where all is to be quiet. */
export function usePaused(): [paused: boolean, toggle: () => void] {
  const quiet = useReducedMotion();
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (quiet) setPaused(true);
  }, [quiet]);
  return [paused, () => setPaused((before) => !before)];
}

/** True while at least `share` (0 to 1) of the element is in the window; false on the server. */
export function useInView(ref: RefObject<Element | null>, share = 0.5): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const watcher = new IntersectionObserver(
      (entries) => setInView(entries.some((entry) => entry.isIntersecting)),
      { threshold: share },
    );
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, [ref, share]);
  return inView;
}

type PauseButtonProps = { paused: boolean; onToggle: () => void; subject: string; className?: string };

/** The control that everything moving by itself has: `Pause the film`, `Play the film`. */
export function PauseButton({ paused, onToggle, subject, className = '' }: PauseButtonProps) {
  return (
    <button
      type="button"
      className={`icon noscript:hidden ${className}`}
      aria-label={paused ? `Play ${subject}` : `Pause ${subject}`}
      onClick={onToggle}
    >
      <Icon name={paused ? 'play' : 'pause'} />
    </button>
  );
}
