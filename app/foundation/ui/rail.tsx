import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { scrollBehavior } from './motion.tsx';

type RailProps = {
  /** What a screen reader calls the region: `Latest Products`. */
  label: string;
  /** Beside `rail`: `reels`, `quotes`. */
  className?: string;
  /** Stands below the rail, left of its buttons. */
  footer?: ReactNode;
  children: ReactNode;
};

type Ends = 'start' | 'middle' | 'end' | 'fits';

function endsOf(rail: HTMLElement): Ends {
  const room = rail.scrollWidth - rail.clientWidth;
  if (room < 8) return 'fits';
  if (rail.scrollLeft < 8) return 'start';
  return rail.scrollLeft > room - 8 ? 'end' : 'middle';
}

/** A row that scrolls: by touch, by the keyboard's arrows when focused, and by two buttons on wide screens. */
export function Rail({ label, className = '', footer, children }: RailProps) {
  const rail = useRef<HTMLElement>(null);
  const [ends, setEnds] = useState<Ends>('start');

  useEffect(() => {
    const row = rail.current;
    if (!row) return;
    const look = () => {
      const now = endsOf(row);
      setEnds(now);
      // Not every browser lets the keyboard reach a row that scrolls unless it is told to.
      row.tabIndex = now === 'fits' ? -1 : 0;
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(row);
    row.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      row.removeEventListener('scroll', look);
    };
  }, []);

  const turn = (way: 1 | -1) => {
    rail.current?.scrollBy({ left: way * rail.current.clientWidth * 0.8, behavior: scrollBehavior() });
  };

  return (
    <>
      <section className={`rail ${className}`} ref={rail} aria-label={label}>
        {children}
      </section>
      <div className={`mt-4 flex items-start gap-4 md:-mb-6 md:min-h-11 ${footer ? '' : 'max-md:hidden'}`}>
        <div className="grow">{footer}</div>
        <div className="-mr-4 flex max-md:hidden noscript:hidden" hidden={ends === 'fits'}>
          <RailButton
            icon="chevron-left"
            label={`Previous: ${label}`}
            idle={ends === 'start'}
            onPress={() => turn(-1)}
          />
          <RailButton
            icon="chevron-right"
            label={`Next: ${label}`}
            idle={ends === 'end'}
            onPress={() => turn(1)}
          />
        </div>
      </div>
    </>
  );
}

type RailButtonProps = { icon: IconName; label: string; idle: boolean; onPress: () => void };

/** At an end it stays focusable, so that the keyboard is not thrown back to the top of the page. */
function RailButton({ icon, label, idle, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      className="icon aria-disabled:cursor-default aria-disabled:opacity-40"
      aria-label={label}
      aria-disabled={idle}
      onClick={idle ? undefined : onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
