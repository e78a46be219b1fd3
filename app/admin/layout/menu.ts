import type { AdminIconName } from './icon.tsx';

export type MenuEntry = {
  to: string;
  words: string;
  icon: AdminIconName;
  /** Has a place in the bar at the foot of a phone. */
  inBar?: true;
  ownerOnly?: true;
};

/** The back office's screens, in the order of a working day. */
export const menu: readonly MenuEntry[] = [
  { to: '/admin', words: 'Today', icon: 'house', inBar: true },
  { to: '/admin/orders', words: 'Orders', icon: 'package', inBar: true },
  { to: '/admin/products', words: 'Pieces', icon: 'layout-grid', inBar: true },
  { to: '/admin/messages', words: 'Messages', icon: 'mail', inBar: true },
  { to: '/admin/content', words: 'Shop window', icon: 'store' },
  { to: '/admin/customers', words: 'People', icon: 'users' },
  { to: '/admin/reviews', words: 'Reviews', icon: 'star' },
  { to: '/admin/import-export', words: 'Import & export', icon: 'upload' },
  { to: '/admin/team', words: 'Team', icon: 'lock', ownerOnly: true },
  { to: '/admin/audit-log', words: 'Audit log', icon: 'clock', ownerOnly: true },
  { to: '/admin/account', words: 'My account', icon: 'user' },
];

/** Whether a screen belongs to an entry: one order to the orders. */
export function isUnder(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`));
}
