import { useRef } from 'react';
import { useDismiss } from '../foundation/browser/use-dismiss.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import { useLogOut } from './log-out.ts';
import { useSession } from './session.ts';

/** Account menu in the slim header of the account pages. Renders nothing for guests. */
export function AccountDropdown() {
  const email = useSession()?.user.email;
  const menu = useRef<HTMLDetailsElement>(null);
  const logOut = useLogOut();
  const close = () => menu.current?.removeAttribute('open');

  useDismiss(menu, (how) => {
    if (!menu.current?.open) return;
    close();
    if (how === 'escape') menu.current.querySelector('summary')?.focus();
  });

  if (email === undefined) return null;
  return (
    <details
      ref={menu}
      className="account-drop"
      // Close the menu when the focus leaves it.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary>
        <Icon name="user" />
        <span className="sr">Account of </span>
        <span className="account-name">{email}</span>
        <Icon name="chevron-down" />
      </summary>
      <ul>
        <li>
          <Link to={urls.profile} onClick={close}>
            Profile
          </Link>
        </li>
        <li>
          <Link to={`${urls.profile}#settings`} preventScrollReset onClick={close}>
            Settings
          </Link>
        </li>
        <li>
          <button type="button" onClick={logOut}>
            Log out
          </button>
        </li>
      </ul>
    </details>
  );
}
