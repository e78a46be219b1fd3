import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { Icon, type IconName } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { menuCountsQuery } from '../admin-api.ts';
import type { MenuCounts } from '../dashboard/contract.ts';
import { signOutStaff, useMe } from '../sign-in/me.ts';
import { ActionButton } from './action-button.tsx';
import { refreshAdmin, useAdminQuery } from './use-admin.ts';

type MenuEntry = {
  to: string;
  label: string;
  icon: IconName;
  /** True if the entry is in the bottom bar of phones. */
  inBar?: true;
  ownerOnly?: true;
};

export const menu: readonly MenuEntry[] = [
  { to: urls.admin, label: 'Dashboard', icon: 'house', inBar: true },
  { to: urls.adminOrders, label: 'Orders', icon: 'package', inBar: true },
  { to: urls.adminProducts, label: 'Products', icon: 'layout-grid', inBar: true },
  { to: urls.adminMessages, label: 'Messages', icon: 'mail', inBar: true },
  { to: urls.adminContent, label: 'Online store', icon: 'store' },
  { to: urls.adminCustomers, label: 'Customers', icon: 'users' },
  { to: urls.adminReviews, label: 'Reviews', icon: 'star' },
  { to: urls.adminImportExport, label: 'Import & export', icon: 'upload' },
  { to: urls.adminTeam, label: 'Staff', icon: 'lock', ownerOnly: true },
  { to: urls.adminAuditLog, label: 'Audit log', icon: 'clock', ownerOnly: true },
  { to: urls.adminAccount, label: 'My account', icon: 'user' },
];

/** Returns the number of open tasks of a menu entry, and a text that describes them, such as `2 to pack`. */
export function listWaiting(counts: MenuCounts, to: string) {
  const parts: Record<string, readonly [count: number, text: string][]> = {
    [urls.adminOrders]: [
      [counts.toPack, 'to pack'],
      [counts.awaitingPickup, 'to hand to the courier'],
      [
        counts.returnsToDecide,
        counts.returnsToDecide === 1
          ? 'return waiting for your decision'
          : 'returns waiting for your decision',
      ],
    ],
    [urls.adminMessages]: [[counts.messages, 'to answer']],
    [urls.adminReviews]: [[counts.reviews, 'to read']],
  };
  const waiting = (parts[to] ?? []).filter(([count]) => count > 0);
  return {
    count: waiting.reduce((sum, [count]) => sum + count, 0),
    text: waiting.map(([count, text]) => `${count} ${text}`).join(', '),
  };
}

/** True if `pathname` is the menu entry's screen or a page below it. */
export function isUnder(pathname: string, to: string): boolean {
  return pathname === to || (to !== urls.admin && pathname.startsWith(`${to}/`));
}

function useMenu(): readonly MenuEntry[] {
  const isOwner = useMe().data?.role === 'owner';
  return menu.filter(({ ownerOnly }) => !ownerOnly || isOwner);
}

type EntriesProps = { entries: readonly MenuEntry[]; onLeave?: () => void };

function Entries({ entries, onLeave }: EntriesProps) {
  const { pathname } = useLocation();
  const counts = useAdminQuery(menuCountsQuery).data;
  return entries.map(({ to, label, icon }) => {
    const { count, text } = counts ? listWaiting(counts, to) : { count: 0, text: '' };
    return (
      <Link
        key={to}
        to={to}
        // The counts are in the `title`, which screen readers read as a description. The link's name stays the label.
        title={text || undefined}
        aria-current={isUnder(pathname, to) ? 'page' : undefined}
        onClick={onLeave}
      >
        <Icon name={icon} />
        {label}
        {count > 0 && (
          <span className="count" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Link>
    );
  });
}

/** Hook for the counts of open tasks. Fetches them again on each screen, because new orders and messages arrive. */
export function useFreshCounts() {
  const { pathname } = useLocation();
  const [counted, setCounted] = useState(pathname);
  useEffect(() => {
    if (pathname === counted) return;
    setCounted(pathname);
    void refreshAdmin('menu-counts');
  }, [pathname, counted]);
}

type MenuProps = EntriesProps & { className: string; label: string };

function Menu({ className, label, ...entries }: MenuProps) {
  return (
    <nav className={className} aria-label={label}>
      <Entries {...entries} />
      <button type="button" onClick={() => void signOutStaff()}>
        <Icon name="log-out" />
        Log out
      </button>
    </nav>
  );
}

/** Menu at the side of wide screens. */
export const Rail = () => <Menu className="nav rail-nav" label="Admin" entries={useMenu()} />;

/** Menu bar at the bottom of phones: the most used entries, and a drawer with all entries. */
export function BottomBar() {
  const entries = useMenu();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const inBar = entries.filter((entry) => entry.inBar);
  const isElsewhere = !inBar.some(({ to }) => isUnder(pathname, to));
  return (
    <nav className="admin-bar" aria-label="Admin, main pages">
      <Entries entries={inBar} />
      <button
        type="button"
        className={isElsewhere ? 'on' : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
        More
      </button>
      {open &&
        createPortal(
          <Dialog className="admin-drawer admin" aria-label="Menu" closedby="any" onClose={close}>
            <ActionButton className="icon" icon="x" label="Close the menu" onClick={close} />
            <Menu className="nav" label="Admin, all pages" entries={entries} onLeave={close} />
          </Dialog>,
          document.body,
        )}
    </nav>
  );
}
