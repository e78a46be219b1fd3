import { type ReactNode, useEffect, useState } from 'react';
import { Icon, type IconName } from '../../foundation/ui/icon.tsx';

/** How long the spinner turns, in milliseconds. */
const spinTime = 500;

/** S-ODT-13, Q-084: a link whose tab the browser opens at once; the spinner beside its label is decoration. */
export function NewTabLink({
  href,
  icon,
  className,
  children,
}: {
  href: string;
  icon: IconName;
  className: string;
  children: ReactNode;
}) {
  const [spins, setSpins] = useState(0);
  useEffect(() => {
    if (spins === 0) return;
    const timer = setTimeout(() => setSpins(0), spinTime);
    return () => clearTimeout(timer);
  }, [spins]);
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noopener"
      onClick={() => setSpins((times) => times + 1)}
    >
      {children}
      <span className="sr"> (opens in a new tab)</span>
      <span className="inline-flex size-[1.375em] items-center justify-center" aria-hidden="true">
        {spins > 0 ? <span className="spin" /> : <Icon name={icon} />}
      </span>
    </a>
  );
}
