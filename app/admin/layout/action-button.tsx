import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../foundation/ui/icon.tsx';

type Props = {
  className?: string;
  icon?: IconName;
  /** Accessible name, if it is not the text. */
  label?: string;
  /** True while the button does nothing. It stays focusable. */
  isDisabled?: boolean;
  onClick: () => unknown;
  children?: ReactNode;
};

/** A button that does not submit the form around it. */
export function ActionButton({
  className = 'btn quiet small',
  icon,
  label,
  isDisabled,
  onClick,
  children,
}: Props) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={() => void onClick()}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
