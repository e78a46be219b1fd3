import { type MouseEvent, memo, useCallback, useLayoutEffect, useRef } from 'react';
import { useCartCount } from '../cart/cart-store.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import { AccountLink } from './account-link.tsx';
import { CartBadge, cartLabel } from './cart-badge.tsx';
import { Drawer } from './drawer.tsx';
import type { LayoutData } from './layout-data.ts';
import { LockUp } from './lock-up.tsx';
import { Menus } from './menus.tsx';
import { SearchBox, SearchPanel } from './search/search.tsx';
import { useSearch } from './search/use-search.ts';
import { useDismiss } from './use-dismiss.ts';

/**
 * The top bar. Without JavaScript the phone's menu and search icons lead to the pages that do the same. What does not
 * change with a letter typed, a page on its way or a piece in the cart is not drawn anew with it.
 */
export const Header = memo(function Header({ layoutData }: { layoutData: LayoutData }) {
  const bar = useRef<HTMLElement>(null);
  const drawer = useRef<HTMLDialogElement>(null);
  const wideBox = useRef<HTMLInputElement>(null);
  const phoneIcon = useRef<HTMLAnchorElement>(null);
  const search = useSearch();

  const { open, close, show, adoptTypedText } = search;
  useLayoutEffect(() => adoptTypedText(wideBox.current?.value ?? ''), [adoptTypedText]);
  const dismiss = useCallback(
    (how: 'outside' | 'escape') => {
      if (!open) return;
      close();
      if (how === 'outside') return;
      const opener = phoneIcon.current?.checkVisibility() ? phoneIcon : wideBox;
      opener.current?.focus();
    },
    [open, close],
  );
  useDismiss(bar, dismiss);

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
    <>
      <header ref={bar} className="top">
        <div className="row">
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

function CartLink() {
  const inCart = useCartCount();
  return (
    <Link className="icon" to={urls.cart} aria-label={cartLabel(inCart)}>
      <Icon name="shopping-bag" />
      <CartBadge count={inCart} />
    </Link>
  );
}
