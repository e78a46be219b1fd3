import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../../foundation/ui/link.tsx';
import { signOutStaff } from '../sign-in/log-out.ts';
import { useMe } from '../sign-in/me.ts';
import { AdminIcon } from './icon.tsx';
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
      <AdminIcon name={icon} />
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
        <AdminIcon name="log-out" />
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
  const inBar = entries.filter((entry) => entry.inBar);
  const isElsewhere = !inBar.some(({ to }) => isUnder(pathname, to));
  return (
    <nav className="admin-bar" aria-label="Back office, in short">
      <Entries entries={inBar} />
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger className={isElsewhere ? 'on' : undefined}>
          <AdminIcon name="menu" />
          More
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="admin-veil" />
          <Dialog.Popup className="admin-drawer admin">
            <Dialog.Title className="sr">Menu</Dialog.Title>
            <Dialog.Close className="icon" aria-label="Close the menu">
              <AdminIcon name="x" />
            </Dialog.Close>
            <nav className="nav" aria-label="Back office, all of it">
              <Entries entries={entries} onLeave={() => setOpen(false)} />
              <button type="button" onClick={() => void signOutStaff()}>
                <AdminIcon name="log-out" />
                Log out
              </button>
            </nav>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </nav>
  );
}
