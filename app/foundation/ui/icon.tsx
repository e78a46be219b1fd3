import type { ComponentProps } from 'react';
import sprite from './icons.svg?url';

/** The names of the symbols in `icons.svg`. They are the icon names of the library lucide. */
export type IconName =
  | 'heart'
  | 'search'
  | 'shopping-bag'
  | 'user'
  | 'menu'
  | 'x'
  | 'chevron-down'
  | 'chevron-right'
  | 'chevron-left'
  | 'house'
  | 'layout-grid'
  | 'package'
  | 'check'
  | 'plus'
  | 'minus'
  | 'pause'
  | 'play'
  | 'truck'
  | 'globe'
  | 'lock'
  | 'message-circle'
  | 'sliders-horizontal'
  | 'share-2'
  | 'map-pin'
  | 'phone'
  | 'mail'
  | 'clock'
  | 'arrow-left'
  | 'circle-alert'
  | 'info'
  | 'store'
  | 'rotate-ccw'
  | 'file-text'
  | 'life-buoy'
  | 'ticket'
  | 'landmark'
  | 'credit-card'
  | 'users'
  | 'wallet'
  | 'settings'
  | 'star'
  | 'scale'
  | 'book-open'
  | 'log-out'
  | 'banknote'
  | 'smartphone'
  | 'external-link'
  | 'trash-2'
  | 'grip-vertical'
  | 'image-plus'
  | 'eye'
  | 'upload'
  | 'download'
  | 'printer'
  | 'copy'
  | 'archive'
  | 'camera'
  | 'arrow-up'
  | 'arrow-down';

/** Decorative icon, which is hidden from screen readers. The button or text around it needs a visible text or a label. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `i ${className}` : 'i'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

type IconButtonProps = ComponentProps<'button'> & { icon: IconName; label: string };

/** Button that contains only an icon. `label` is the accessible name of the button. */
export function IconButton({ icon, label, className, ...button }: IconButtonProps) {
  return (
    <button type="button" className={className ? `icon ${className}` : 'icon'} aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}
