import sprite from './icons.svg?url';

/** The symbols of `icons.svg`: lucide's names, and five faces drawn for this shop. */
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
  | 'star'
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
  | 'external-link'
  | 'maximize-2'
  | 'volume-x'
  | 'ruler'
  | 'file-text'
  | 'face-1'
  | 'face-2'
  | 'face-3'
  | 'face-4'
  | 'face-5';

/** A symbol that stands beside words, or inside something that is labelled: it is never read out. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `i ${className}` : 'i'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
