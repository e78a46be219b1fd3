import { useEffect } from 'react';

/** How far a page is scrolled before the menu row goes, in pixels. */
const menuGoes = 80;
/** Smaller moves are a trembling thumb or a springing edge, not a direction. */
const tremble = 4;

/**
 * Marks the document as `scrolled` past 80 px, and as going `down`. The style sheets do the rest: nothing is
 * rendered anew while somebody scrolls.
 */
export function useScrollMarks() {
  useEffect(() => {
    const marks = document.documentElement.classList;
    let before = window.scrollY;
    function onScroll() {
      const now = window.scrollY;
      marks.toggle('scrolled', now > menuGoes);
      if (now <= menuGoes) marks.remove('down');
      else if (Math.abs(now - before) < tremble) return;
      else marks.toggle('down', now > before);
      before = now;
    }
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
}
