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
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [element]);
}
