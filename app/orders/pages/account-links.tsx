import { MenuRow } from '../../customers/account-menu.tsx';
import { useLogOut } from '../../customers/log-out.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import * as urls from '../../urls.ts';

/** Account menu beside the orders. */
export function AccountLinks() {
  const logOut = useLogOut();
  return (
    <div className="flex flex-col gap-6">
      <nav className="group" aria-label="Account">
        <h2>Account</h2>
        <ul className="list">
          <MenuRow icon="user" to={urls.profile}>
            Profile
          </MenuRow>
          <MenuRow icon="settings" to={`${urls.profile}#settings`}>
            Settings
          </MenuRow>
          <li>
            <button type="button" onClick={logOut}>
              <Icon name="log-out" />
              Log out
            </button>
          </li>
        </ul>
      </nav>
      <nav className="group" aria-label="About your orders">
        <h2>About your orders</h2>
        <ul className="list">
          <MenuRow icon="credit-card" to={`${urls.account}?show=payments`}>
            Payment &amp; Refund
          </MenuRow>
          <MenuRow icon="star" to={`${urls.account}?show=rate`}>
            Rate the product
          </MenuRow>
        </ul>
      </nav>
    </div>
  );
}
