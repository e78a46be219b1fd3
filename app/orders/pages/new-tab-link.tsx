import { type ReactNode, useEffect, useState } from 'react';
import { Icon, type IconName } from '../../foundation/ui/icon.tsx';

const spinnerMs = 500;

type Props = { href: string; icon: IconName; className: string; children: ReactNode };

/** Link that opens in a new tab. After a click, a spinner replaces the icon for {@link spinnerMs}, only as feedback. */
export function NewTabLink({ href, icon, className, children }: Props) {
  const [clicks, setClicks] = useState(0);
  useEffect(() => {
    if (clicks === 0) return;
    const timer = setTimeout(() => setClicks(0), spinnerMs);
    return () => clearTimeout(timer);
  }, [clicks]);
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noopener"
      onClick={() => setClicks((times) => times + 1)}
    >
      {children}
      <span className="sr"> (opens in a new tab)</span>
      <span className="inline-flex size-[1.375em] items-center justify-center" aria-hidden="true">
        {clicks > 0 ? <span className="spin" /> : <Icon name={icon} />}
      </span>
    </a>
  );
}
