import {
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { ActionButton } from '../layout/action-button.tsx';
import type { Item } from './items.ts';

type Props<T> = {
  label: string;
  items: readonly Item<T>[];
  onMove: (from: number, to: number) => void;
  /** Undefined if items cannot be removed. */
  onRemove?: (key: string) => void;
  nameOf: (value: T, index: number) => string;
  preview?: (value: T) => ReactNode;
  /** True if the item has an error. The list then shows it open. */
  hasError: (index: number) => boolean;
  children: (item: Item<T>, index: number) => ReactNode;
};

/** List that the user reorders by dragging or with two buttons. The user opens an item to edit it. */
export function OrderedList<T>(props: Props<T>) {
  const { label, items, onMove, onRemove, nameOf, preview, hasError, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<string>();
  const [announcement, announce] = useState('');
  const [dragged, drag] = useDragged(list, items, onMove);

  function move(from: number, to: number, name: string) {
    if (to < 0 || to >= items.length) return;
    onMove(from, to);
    announce(`${name} is now ${to + 1} of ${items.length}.`);
  }
  return (
    <>
      <ul className="ordered cards" aria-label={label} ref={list}>
        {items.map((item, index) => {
          const { key, value } = item;
          const name = nameOf(value, index) || `Number ${index + 1}`;
          const isNew = key.startsWith('new-');
          const isOpen = open === key || hasError(index) || isNew;
          return (
            <OrderedItem
              key={key}
              name={name}
              preview={preview?.(value)}
              isDragged={dragged === key}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              isOpen={isOpen}
              onToggle={isNew ? undefined : () => setOpen(open === key ? undefined : key)}
              onDrag={() => drag(key)}
              onMove={(by) => move(index, index + by, name)}
              onRemove={onRemove && (() => onRemove(key))}
            >
              {isOpen && children(item, index)}
            </OrderedItem>
          );
        })}
      </ul>
      <p className="sr" role="status">
        {announcement}
      </p>
    </>
  );
}

type ItemProps = {
  name: string;
  preview: ReactNode;
  isDragged: boolean;
  isFirst: boolean;
  isLast: boolean;
  isOpen: boolean;
  /** Opens or closes the item. Undefined for a new item, which stays open. */
  onToggle: (() => void) | undefined;
  onDrag: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: (() => void) | undefined;
  /** Content that is shown while the item is open. */
  children: ReactNode;
};

function OrderedItem(props: ItemProps) {
  const { name, preview, isDragged, isFirst, isLast, isOpen, onToggle, onDrag, onMove, onRemove, children } =
    props;
  function grip(event: ReactPointerEvent) {
    if (event.button !== 0) return;
    event.preventDefault();
    onDrag();
  }
  return (
    <li className={isDragged ? 'dragged' : undefined}>
      <div className="ordered-row">
        <div className="ordered-head">
          <span className="grip" aria-hidden="true" onPointerDown={grip}>
            <Icon name="grip-vertical" />
          </span>
          {preview}
          <b className="min-w-0 wrap-anywhere">{name}</b>
        </div>
        <div className="ordered-actions">
          {onToggle && (
            <button type="button" className="link tap" aria-expanded={isOpen} onClick={onToggle}>
              {isOpen ? 'Close' : 'Change'}
              <span className="sr"> {name}</span>
            </button>
          )}
          <ActionButton
            className="icon"
            icon="arrow-up"
            label={`Move ${name} up`}
            isDisabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <ActionButton
            className="icon"
            icon="arrow-down"
            label={`Move ${name} down`}
            isDisabled={isLast}
            onClick={() => onMove(1)}
          />
          {onRemove && (
            <ActionButton className="icon" icon="trash-2" label={`Remove ${name}`} onClick={onRemove} />
          )}
        </div>
      </div>
      {isOpen && <div className="form pt-3">{children}</div>}
    </li>
  );
}

/**
 * Hook that moves list items by mouse, finger or pen. Returns the key of the dragged item and a function that starts dragging.
 */
function useDragged<T>(
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
    // Listen on `window`, because React moves the dragged element in the document, which ends its pointer capture.
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

/**
 * Returns the new index of the dragged item. The item moves past a neighbour once the pointer has crossed the neighbour's middle.
 */
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
