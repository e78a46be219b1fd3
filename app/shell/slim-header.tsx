import { lazy, Suspense } from 'react';
import { useSession } from '../customers/session.ts';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import type { LayoutData } from './layout-data.ts';
import { LockUp } from './lock-up.tsx';
import { useLoginPath } from './use-login-path.ts';

/** It comes with the first page that shows it. Where it does not come, the profile has all of its entries. */
const AccountDropdown = lazy(async () => {
  const loaded = await import('../customers/account-dropdown.tsx').catch(() => undefined);
  return { default: loaded?.AccountDropdown ?? ProfileLink };
});

function ProfileLink() {
  return (
    <Link className="link tap" to={urls.profile}>
      Profile
    </Link>
  );
}

/** The header of the counter and of a shopper's own pages, from 768 px on: the name, the ways out, the account. */
export function SlimHeader({ layoutData }: { layoutData: LayoutData }) {
  const signedIn = useSession() !== undefined;
  const login = useLoginPath();
  return (
    <header className="slim">
      <div className="row">
        <LockUp name={layoutData.settings.name} hindiName={layoutData.settings.hindiName} />
        <nav aria-label="Ways out">
          <Link className="link tap" to={urls.home}>
            Shop
          </Link>
          <Link className="link tap" to={urls.account}>
            Orders
          </Link>
          {signedIn ? (
            <Suspense fallback={<ProfileLink />}>
              <AccountDropdown />
            </Suspense>
          ) : (
            <Link className="link tap" to={login}>
              Login
            </Link>
          )}
        </nav>
      </div>
      <div className="rule" />
    </header>
  );
}
