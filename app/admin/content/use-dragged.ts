import { type RefObject, useEffect, useState } from 'react';
import type { Item } from './items.ts';

/**
 * Lets the things of a list be dragged up and down: by mouse, finger or pen. Answers which one is being dragged, and
 * what begins it.
 */
export function useDragged<T>(
  list: RefObject<HTMLUListElement | null>,
  items: readonly Item<T>[],
  onMove: (from: number, to: number) => void,
): [dragged: string | undefined, drag: (key: string) => void] {
  const [dragged, drag] = useState<string>();

  useEffect(() => {
    if (dragged === undefined) return;
    function follow({ clientY }: PointerEvent) {
      const from = items.findIndex(({ key }) => key === dragged);
      const to = indexAt(list.current, from, clientY);
      if (from >= 0 && to !== from) onMove(from, to);
    }
    const end = () => drag(undefined);
    // Not on what is dragged: it moves in the document, and whatever it had captured is lost with that.
    addEventListener('pointermove', follow);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [dragged, items, list, onMove]);

  return [dragged, drag];
}

/** Where it belongs when the pointer is at `y`: past a neighbour as soon as the pointer is past that one's middle. */
function indexAt(list: HTMLUListElement | null, from: number, y: number): number {
  const middles = [...(list?.children ?? [])].map((child) => {
    const { top, height } = child.getBoundingClientRect();
    return top + height / 2;
  });
  const above = middles.findIndex((middle, index) => index < from && y < middle);
  if (above >= 0) return above;
  const below = middles.findLastIndex((middle, index) => index > from && y > middle);
  return below >= 0 ? below : from;
}
