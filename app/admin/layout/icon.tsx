import sprite from './icons.svg?url';

/** The symbols of `icons.svg`: lucide's names. Only the admin has them, so no shopper loads them. */
export type AdminIconName =
  | 'house'
  | 'package'
  | 'layout-grid'
  | 'store'
  | 'users'
  | 'star'
  | 'mail'
  | 'user'
  | 'menu'
  | 'x'
  | 'search'
  | 'log-out'
  | 'check'
  | 'chevron-down'
  | 'chevron-right'
  | 'chevron-left'
  | 'circle-alert'
  | 'info'
  | 'plus'
  | 'minus'
  | 'pencil'
  | 'trash-2'
  | 'external-link'
  | 'grip-vertical'
  | 'image-plus'
  | 'eye'
  | 'rotate-ccw'
  | 'lock'
  | 'clock'
  | 'truck'
  | 'scale'
  | 'book-open'
  | 'banknote'
  | 'message-circle'
  | 'arrow-left'
  | 'settings'
  | 'upload'
  | 'file-text'
  | 'credit-card'
  | 'phone'
  | 'download'
  | 'printer'
  | 'copy'
  | 'archive'
  | 'camera'
  | 'arrow-up'
  | 'arrow-down';

/** A symbol that stands beside words, or inside something that is labelled: it is never read out. */
export function AdminIcon({ name }: { name: AdminIconName }) {
  return (
    <svg className="i" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
