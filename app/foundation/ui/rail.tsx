import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton, type IconName } from './icon.tsx';
import { scrollBehavior } from './motion.tsx';

type RailProps = {
  /** The accessible name of the region, such as `Latest Products`. */
  label: string;
  /** Additional CSS classes, such as `reels` or `quotes`. */
  className?: string;
  /** Text or link below the row, to the left of the scroll buttons. */
  footer?: ReactNode;
  children: ReactNode;
};

type Ends = 'start' | 'middle' | 'end' | 'fits';

function endsOf(rail: HTMLElement): Ends {
  const maxScroll = rail.scrollWidth - rail.clientWidth;
  if (maxScroll < 8) return 'fits';
  if (rail.scrollLeft < 8) return 'start';
  return rail.scrollLeft > maxScroll - 8 ? 'end' : 'middle';
}

/** Row that scrolls horizontally by touch and arrow keys. On wide screens, it also has two scroll buttons. */
export function Rail({ label, className = '', footer, children }: RailProps) {
  const rail = useRef<HTMLElement>(null);
  const [ends, setEnds] = useState<Ends>('start');

  useEffect(() => {
    const row = rail.current;
    if (!row) return;
    const update = () => {
      const now = endsOf(row);
      setEnds(now);
      // Some browsers do not make a scrollable element focusable, so set `tabIndex`.
      row.tabIndex = now === 'fits' ? -1 : 0;
    };
    const observer = new ResizeObserver(update);
    observer.observe(row);
    row.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', update);
    };
  }, []);

  const scroll = (direction: 1 | -1) => {
    rail.current?.scrollBy({ left: direction * rail.current.clientWidth * 0.8, behavior: scrollBehavior() });
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
            onPress={() => scroll(-1)}
          />
          <RailButton
            icon="chevron-right"
            label={`Next: ${label}`}
            idle={ends === 'end'}
            onPress={() => scroll(1)}
          />
        </div>
      </div>
    </>
  );
}

type RailButtonProps = { icon: IconName; label: string; idle: boolean; onPress: () => void };

/**
 * Scroll button. It is not disabled at the end of the row, because disabling a focused button moves the keyboard focus to the top
 * of the page.
 */
function RailButton({ icon, label, idle, onPress }: RailButtonProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      className="aria-disabled:cursor-default aria-disabled:opacity-40"
      aria-disabled={idle}
      onClick={idle ? undefined : onPress}
    />
  );
}
