import { type RefObject, useEffect } from 'react';

/** Calls `dismiss` on a press outside of the element, or on Escape. */
export function useDismiss(
  element: RefObject<HTMLElement | null>,
  dismiss: (how: 'outside' | 'escape') => void,
) {
  useEffect(() => {
    function onPointerDown({ target }: PointerEvent) {
      if (target instanceof Node && !element.current?.contains(target)) dismiss('outside');
    }
    function onKeyDown({ key }: KeyboardEvent) {
      if (key === 'Escape') dismiss('escape');
    }
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [element, dismiss]);
}
