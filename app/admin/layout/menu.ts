import type { IconName } from '../../foundation/ui/icon.tsx';
import * as urls from '../../urls.ts';

export type MenuEntry = {
  to: string;
  label: string;
  icon: IconName;
  /** True for the bar at the bottom of phones. */
  inBar?: true;
  ownerOnly?: true;
};

export const menu: readonly MenuEntry[] = [
  { to: urls.admin, label: 'Today', icon: 'house', inBar: true },
  { to: urls.adminOrders, label: 'Orders', icon: 'package', inBar: true },
  { to: urls.adminProducts, label: 'Pieces', icon: 'layout-grid', inBar: true },
  { to: urls.adminMessages, label: 'Messages', icon: 'mail', inBar: true },
  { to: urls.adminContent, label: 'Shop window', icon: 'store' },
  { to: urls.adminCustomers, label: 'People', icon: 'users' },
  { to: urls.adminReviews, label: 'Reviews', icon: 'star' },
  { to: urls.adminImportExport, label: 'Import & export', icon: 'upload' },
  { to: urls.adminTeam, label: 'Team', icon: 'lock', ownerOnly: true },
  { to: urls.adminAuditLog, label: 'Audit log', icon: 'clock', ownerOnly: true },
  { to: urls.adminAccount, label: 'My account', icon: 'user' },
];

/** True if `pathname` is the entry's screen or below it. */
export function isUnder(pathname: string, to: string): boolean {
  return pathname === to || (to !== urls.admin && pathname.startsWith(`${to}/`));
}
