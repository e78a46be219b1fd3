import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../foundation/ui/icon.tsx';

type Props = {
  className?: string;
  icon?: IconName;
  /** Accessible name, if it differs from the text. */
  label?: string;
  /** True if clicks have no effect. The button stays focusable. */
  isDisabled?: boolean;
  onClick: () => unknown;
  children?: ReactNode;
};

/** Button that does not submit the surrounding form. */
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
