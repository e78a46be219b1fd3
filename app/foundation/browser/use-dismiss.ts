import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Hook that calls `dismiss` when the user presses outside the element, or presses Escape. */
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
