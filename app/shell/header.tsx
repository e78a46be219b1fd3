import { lazy, type MouseEvent, memo, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { useCartCount } from '../cart/cart-store.ts';
import { useSession } from '../customers/session.ts';
import { useDismiss } from '../foundation/browser/use-dismiss.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import { CartBadge, cartLabel } from './cart-badge.tsx';
import { useLoginPath } from './current-location.ts';
import type { LayoutData } from './layout-data.ts';
import { Drawer, Menus } from './menus.tsx';
import { SearchBox, SearchPanel } from './search/search.tsx';
import { useSearch } from './search/use-search.ts';

/**
 * The header. Without JavaScript, the menu icon and the search icon of phones link to pages. Parts are memoised, so that typing
 * in the search box does not render them again.
 */
export const Header = memo(function Header({ layoutData }: { layoutData: LayoutData }) {
  const bar = useRef<HTMLElement>(null);
  const drawer = useRef<HTMLDialogElement>(null);
  const wideBox = useRef<HTMLInputElement>(null);
  const phoneIcon = useRef<HTMLAnchorElement>(null);
  const search = useSearch();

  const { open, close, adoptTypedText } = search;
  useLayoutEffect(() => adoptTypedText(wideBox.current?.value ?? ''), [adoptTypedText]);
  useDismiss(bar, (how) => {
    if (!open) return;
    close();
    if (how === 'outside') return;
    const opener = phoneIcon.current?.checkVisibility() ? phoneIcon : wideBox;
    opener.current?.focus();
  });

  return (
    <>
      <header ref={bar} className="top">
        <div className="row">
          <MenuAndSearch {...{ search, drawer, wideBox, phoneIcon }} />
          <LockUp name={layoutData.settings.name} hindiName={layoutData.settings.hindiName} />
          <div>
            <AccountLink />
            <CartLink />
          </div>
        </div>
        <div className="rule">
          <Menus layoutData={layoutData} />
        </div>
        <SearchPanel search={search} />
      </header>
      <Drawer layoutData={layoutData} dialog={drawer} />
    </>
  );
});

type MenuAndSearchProps = {
  search: ReturnType<typeof useSearch>;
  drawer: RefObject<HTMLDialogElement | null>;
  wideBox: RefObject<HTMLInputElement | null>;
  phoneIcon: RefObject<HTMLAnchorElement | null>;
};

/** On phones, the menu icon and the search icon. On larger screens, a link to the wishlist and the search box. */
function MenuAndSearch({ search, drawer, wideBox, phoneIcon }: MenuAndSearchProps) {
  const { open, close, show } = search;
  function openDrawer(event: MouseEvent) {
    event.preventDefault();
    drawer.current?.showModal();
  }
  function toggleSearch(event: MouseEvent) {
    event.preventDefault();
    if (open) close();
    else show();
  }

  return (
    <div>
      <Link
        className="icon phone-only"
        to={urls.category}
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={openDrawer}
      >
        <Icon name="menu" />
      </Link>
      <Link
        ref={phoneIcon}
        className="icon phone-only"
        to={urls.search}
        aria-label="Search"
        aria-expanded={open}
        aria-controls="search-panel"
        onClick={toggleSearch}
      >
        <Icon name="search" />
      </Link>
      <Link className="icon desktop-only as-inline-grid" to={urls.wishlist} aria-label="Wishlist">
        <Icon name="heart" />
      </Link>
      <SearchBox search={search} className="desktop-only flex" input={wideBox} />
    </div>
  );
}

function CartLink() {
  const count = useCartCount();
  return (
    <Link className="icon" to={urls.cart} aria-label={cartLabel(count)}>
      <Icon name="shopping-bag" />
      <CartBadge count={count} />
    </Link>
  );
}

/**
 * Link to the profile page, or for guests to the sign-in page. On larger screens, both links have the same width, so that
 * hydration does not shift the layout.
 */
function AccountLink() {
  const isSignedIn = useSession() !== undefined;
  const login = useLoginPath();
  const to = isSignedIn ? urls.profile : login;
  return (
    <>
      <Link
        className={
          isSignedIn
            ? 'login-button desktop-only relative flex text-ink hover:text-indigo'
            : 'login-button desktop-only relative flex'
        }
        to={to}
      >
        <span className={isSignedIn ? 'invisible' : undefined}>Login</span>
        {isSignedIn && (
          <>
            <span className="sr">Your account</span>
            <Icon name="user" className="absolute right-3" />
          </>
        )}
      </Link>
      <Link className="icon phone-only" to={to} aria-label={isSignedIn ? 'Your account' : 'Login'}>
        <Icon name="user" />
      </Link>
    </>
  );
}

/**
 * The account menu, loaded with the first page that shows it. If loading fails, a link to the profile page replaces it, because
 * that page has the same entries.
 */
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

/**
 * Header of the checkout and the customer's own pages from 768 px on. It has the name, links to the shop and the orders, and the
 * account.
 */
export function SlimHeader({ layoutData }: { layoutData: LayoutData }) {
  const isSignedIn = useSession() !== undefined;
  const login = useLoginPath();
  return (
    <header className="slim">
      <div className="row">
        <LockUp name={layoutData.settings.name} hindiName={layoutData.settings.hindiName} />
        <nav aria-label="Shop and account">
          <Link className="link tap" to={urls.home}>
            Shop
          </Link>
          <Link className="link tap" to={urls.account}>
            Orders
          </Link>
          {isSignedIn ? (
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

/** Link to the home page: the name in Latin script above a line, and in Devanagari below it. */
function LockUp({ name, hindiName }: { name: string; hindiName: string }) {
  return (
    <Link className="logo" to={urls.home}>
      <span className="logo-latin">{name}</span>
      <span className="de hang" lang="hi" aria-hidden="true">
        {hindiName}
      </span>
    </Link>
  );
}
