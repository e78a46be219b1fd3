import { type MouseEvent, useCallback, useRef } from 'react';
import { Link } from 'react-router';
import { Icon } from '../foundation/ui/icon.tsx';
import type { Chrome } from './chrome.ts';
import { Drawer } from './drawer.tsx';
import { LockUp } from './lock-up.tsx';
import { Menus } from './menus.tsx';
import { SearchBox, SearchPanel } from './search.tsx';
import { useDismiss } from './use-dismiss.ts';
import { useSearch } from './use-search.ts';

/** The top bar. Without JavaScript the phone's menu and search icons lead to the pages that do the same. */
export function Header({ chrome }: { chrome: Chrome }) {
  const bar = useRef<HTMLElement>(null);
  const drawer = useRef<HTMLDialogElement>(null);
  const wideBox = useRef<HTMLInputElement>(null);
  const phoneIcon = useRef<HTMLAnchorElement>(null);
  const search = useSearch();

  const { open, close, show } = search;
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
              className="icon phone"
              to="/category"
              aria-label="Menu"
              aria-haspopup="dialog"
              onClick={openDrawer}
            >
              <Icon name="menu" />
            </Link>
            <Link
              ref={phoneIcon}
              className="icon phone"
              to="/search"
              aria-label="Search"
              aria-expanded={open}
              aria-controls="search-panel"
              onClick={toggleSearch}
            >
              <Icon name="search" />
            </Link>
            <Link className="icon desk inl" to="/wishlist" aria-label="Wishlist">
              <Icon name="heart" />
            </Link>
            <SearchBox search={search} className="desk flex" input={wideBox} />
          </div>
          <LockUp name={chrome.settings.name} hindiName={chrome.settings.hindiName} />
          <div>
            <Link className="loginbtn desk flex" to="/login">
              Login
            </Link>
            <Link className="icon phone" to="/login" aria-label="Login">
              <Icon name="user" />
            </Link>
            <Link className="icon" to="/cart" aria-label="Cart">
              <Icon name="shopping-bag" />
            </Link>
          </div>
        </div>
        <div className="rule">
          <Menus chrome={chrome} />
        </div>
        <SearchPanel search={search} />
      </header>
      <Drawer chrome={chrome} dialog={drawer} />
    </>
  );
}

/** The header of the counter and of a shopper's own pages, from 768 px on: the name, and the ways out. */
export function SlimHeader({ chrome }: { chrome: Chrome }) {
  return (
    <header className="slim">
      <div className="row">
        <LockUp name={chrome.settings.name} hindiName={chrome.settings.hindiName} />
        <nav aria-label="Ways out">
          <Link className="link tap" to="/">
            Shop
          </Link>
          <Link className="link tap" to="/account">
            Orders
          </Link>
          <Link className="link tap" to="/login">
            Login
          </Link>
        </nav>
      </div>
      <div className="rule" />
    </header>
  );
}
