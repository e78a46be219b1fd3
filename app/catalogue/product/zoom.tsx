import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { IconButton } from '../../foundation/ui/icon.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import type { ProductImage } from '../contract.ts';

type Props = {
  images: readonly ProductImage[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
};

const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const moves = [
  { by: -1, label: 'Previous picture', icon: 'chevron-left' },
  { by: 1, label: 'Next picture', icon: 'chevron-right' },
] as const;

const zoomIn = { label: 'Zoom in', icon: 'plus' } as const;
const zoomOut = { label: 'Zoom out', icon: 'minus' } as const;

/** Dialog with one image on the whole screen. A double press or the button doubles the image's size, around the pressed point. */
export function Zoom({ images, index, onMove, onClose }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const focus = useRef({ x: 0.5, y: 0.5 });
  const [large, setLarge] = useState(false);
  useLayoutEffect(() => {
    if (large) scrollToPoint(stage.current, focus.current);
  }, [large]);

  const image = images[index];
  if (!image) return null;

  function move(by: number) {
    if (!images[index + by]) return;
    setLarge(false);
    onMove(index + by);
  }

  function toggleAt(event: MouseEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    focus.current = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    setLarge(!large);
  }

  return (
    <Dialog
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-khadi p-0 text-ink"
      aria-label={`Picture ${index + 1} of ${images.length}: ${image.alt}`}
      onClose={onClose}
      onKeyDown={(event) => {
        const [x, y] = steps[event.key] ?? [0, 0];
        if (large) stage.current?.scrollBy(x * 80, y * 80);
        else if (x !== 0) move(x);
      }}
    >
      <div ref={stage} className="size-full overflow-auto touch-manipulation">
        <button
          type="button"
          tabIndex={-1}
          className={large ? 'block h-[200%] w-[200%] cursor-zoom-out' : 'block size-full cursor-zoom-in'}
          onDoubleClick={toggleAt}
        >
          <Photo
            key={image.file}
            image={image}
            sizes="200vw"
            className="size-full bg-transparent! object-contain"
          />
        </button>
      </div>
      <div className="absolute top-2 right-2 flex bg-paper">
        {images.length > 1 && <MoveButtons images={images} index={index} move={move} />}
        <IconButton {...(large ? zoomOut : zoomIn)} onClick={() => setLarge(!large)} />
        <IconButton label="Close" icon="x" onClick={onClose} />
      </div>
    </Dialog>
  );
}

type Point = { x: number; y: number };

/** Scrolls the content until a point is in the middle. The point is given in fractions of the content's width and height. */
function scrollToPoint(box: HTMLElement | null, { x, y }: Point): void {
  box?.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2);
}

type MoveButtonsProps = Pick<Props, 'images' | 'index'> & { move: (by: number) => void };

function MoveButtons({ images, index, move }: MoveButtonsProps) {
  return moves.map(({ by, label, icon }) => (
    <IconButton
      key={by}
      label={label}
      icon={icon}
      className="disabled:text-hair"
      disabled={images[index + by] === undefined}
      onClick={() => move(by)}
    />
  ));
}
