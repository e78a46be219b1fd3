import type { IconName } from '../../foundation/ui/icon.tsx';

export type MenuEntry = {
  to: string;
  label: string;
  icon: IconName;
  /** Has a place in the bar at the foot of a phone. */
  inBar?: true;
  ownerOnly?: true;
};

/** The back office's screens, in the order of a working day. */
export const menu: readonly MenuEntry[] = [
  { to: '/admin', label: 'Today', icon: 'house', inBar: true },
  { to: '/admin/orders', label: 'Orders', icon: 'package', inBar: true },
  { to: '/admin/products', label: 'Pieces', icon: 'layout-grid', inBar: true },
  { to: '/admin/messages', label: 'Messages', icon: 'mail', inBar: true },
  { to: '/admin/content', label: 'Shop window', icon: 'store' },
  { to: '/admin/customers', label: 'People', icon: 'users' },
  { to: '/admin/reviews', label: 'Reviews', icon: 'star' },
  { to: '/admin/import-export', label: 'Import & export', icon: 'upload' },
  { to: '/admin/team', label: 'Team', icon: 'lock', ownerOnly: true },
  { to: '/admin/audit-log', label: 'Audit log', icon: 'clock', ownerOnly: true },
  { to: '/admin/account', label: 'My account', icon: 'user' },
];

/** Whether a screen belongs to an entry: one order to the orders. */
export function isUnder(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`));
}
