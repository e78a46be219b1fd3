import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { signOutStaff, useMe } from '../sign-in/me.ts';
import { isUnder, type MenuEntry, menu } from './menu.ts';

/** What this person may see of the menu. */
function useMenu(): readonly MenuEntry[] {
  const isOwner = useMe().data?.role === 'owner';
  return menu.filter(({ ownerOnly }) => !ownerOnly || isOwner);
}

type Entries = { entries: readonly MenuEntry[]; onLeave?: () => void };

function Entries({ entries, onLeave }: Entries) {
  const { pathname } = useLocation();
  return entries.map(({ to, label, icon }) => (
    <Link key={to} to={to} aria-current={isUnder(pathname, to) ? 'page' : undefined} onClick={onLeave}>
      <Icon name={icon} />
      {label}
    </Link>
  ));
}

/** The menu beside the screens, where there is room for it. */
export function Rail() {
  return (
    <nav className="nav rail-nav" aria-label="Back office">
      <Entries entries={useMenu()} />
      <button type="button" onClick={() => void signOutStaff()}>
        <Icon name="log-out" />
        Log out
      </button>
    </nav>
  );
}

/** The menu at the foot of a phone: the four that are used most, and a drawer with all. */
export function BottomBar() {
  const entries = useMenu();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const inBar = entries.filter((entry) => entry.inBar);
  const isElsewhere = !inBar.some(({ to }) => isUnder(pathname, to));
  return (
    <nav className="admin-bar" aria-label="Back office, in short">
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
            <button type="button" className="icon" aria-label="Close the menu" onClick={close}>
              <Icon name="x" />
            </button>
            <nav className="nav" aria-label="Back office, all of it">
              <Entries entries={entries} onLeave={close} />
              <button type="button" onClick={() => void signOutStaff()}>
                <Icon name="log-out" />
                Log out
              </button>
            </nav>
          </Dialog>,
          document.body,
        )}
    </nav>
  );
}
