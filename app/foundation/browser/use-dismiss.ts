import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls `dismiss` on a press outside of the element, or on Escape. */
export function useDismiss(
  element: RefObject<HTMLElement | null>,
  dismiss: (how: 'outside' | 'escape') => void,
) {
  const onDismiss = useEffectEvent(dismiss);
  useEffect(() => {
    function onPointerDown({ target }: PointerEvent) {
      if (target instanceof Node && !element.current?.contains(target)) onDismiss('outside');
    }
    function onKeyDown({ key }: KeyboardEvent) {
      if (key === 'Escape') onDismiss('escape');
    }
    const stop = new AbortController();
    document.addEventListener('pointerdown', onPointerDown, { signal: stop.signal });
    document.addEventListener('keydown', onKeyDown, { signal: stop.signal });
    return () => stop.abort();
  }, [element]);
}
