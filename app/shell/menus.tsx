import { memo, type ReactNode, type RefObject, useRef } from 'react';
import { craftPath, fabricPath } from '../catalogue/rules.ts';
import { useDismiss } from '../foundation/browser/use-dismiss.ts';
import { photoUrl } from '../foundation/files/image-widths.ts';
import { Icon, IconButton } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import type { LayoutData } from './layout-data.ts';

/**
 * Menu row of larger screens. The menus are `details` elements with the same name, so that only one is open at a time, even
 * without JavaScript.
 */
export const Menus = memo(function Menus({ layoutData }: { layoutData: LayoutData }) {
  const row = useRef<HTMLElement>(null);
  useDismiss(row, closeMenus);
  const { categories, crafts, fabrics } = categoryLinksOf(layoutData);
  return (
    <nav ref={row} className="menu" aria-label="Shop">
      <ul>
        <Menu title="Categories" links={categories} />
        <Menu title="Crafts" links={crafts} />
        <Menu title="Fabrics" links={fabrics} />
      </ul>
      <ul>
        {menuPages.map(({ path, menu }) => (
          <li key={path}>
            <Link to={path}>{menu}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
});

function Menu({ title, links }: { title: string; links: CategoryLink[] }) {
  return (
    <li>
      <details name="shop-menu">
        <summary>
          {title} <Icon name="chevron-down" />
        </summary>
        <div className="drop">
          <ul>
            {links.map(({ name, to, img }) => (
              <li key={to}>
                <Link
                  to={to}
                  onClick={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}
                >
                  {img && <img src={photoUrl(img, 160)} alt="" width="32" height="32" loading="lazy" />}
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </details>
    </li>
  );
}

/** Closes the open menu. After Escape, returns the focus to the menu's title. */
function closeMenus(how: 'outside' | 'escape') {
  const open = document.querySelector<HTMLDetailsElement>('.menu details[open]');
  if (!open) return;
  open.open = false;
  if (how === 'escape') open.querySelector('summary')?.focus();
}

type DrawerProps = { layoutData: LayoutData; dialog: RefObject<HTMLDialogElement | null> };

/** Menu of phones: a dialog that the header opens. */
export const Drawer = memo(function Drawer({ layoutData, dialog }: DrawerProps) {
  const { categories, crafts, fabrics } = categoryLinksOf(layoutData);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className="drawer" aria-label="Menu" closedby="any">
      <div className="in">
        <div className="flex items-center justify-between">
          <span className="font-display text-4">{layoutData.settings.name}</span>
          <IconButton icon="x" label="Close" className="-mr-4" onClick={close} />
        </div>
        <nav aria-label="Menu">
          <Section title="Shop By Categories" open>
            <MenuLinks links={categories} onGo={close} />
          </Section>
          <Section title="Craft and Fabrics">
            <h3 className="over soft mt-2 font-text">CRAFTS</h3>
            <MenuLinks links={crafts} onGo={close} />
            <h3 className="over soft mt-4 font-text">FABRICS</h3>
            <MenuLinks links={fabrics} onGo={close} />
          </Section>
          <ul className="list strong border-t border-hair">
            {menuPages.map(({ path, menu }) => (
              <Entry key={path} to={path} name={menu} onGo={close} />
            ))}
            <Entry to={urls.account} name="My Orders" onGo={close} />
          </ul>
        </nav>
      </div>
    </dialog>
  );
});

function Section({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="facet" open={open}>
      <summary>
        {title} <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}

function MenuLinks({ links, onGo }: { links: CategoryLink[]; onGo: () => void }) {
  return (
    <ul className="list">
      {links.map(({ name, to }) => (
        <Entry key={to} to={to} name={name} onGo={onGo} />
      ))}
    </ul>
  );
}

function Entry({ to, name, onGo }: { to: string; name: string; onGo: () => void }) {
  return (
    <li>
      <Link to={to} onClick={onGo}>
        {name}
      </Link>
    </li>
  );
}

/** Pages in the menu row and in the phone's menu. */
const menuPages = urls.pages.flatMap(({ path, menu }) => (menu === undefined ? [] : [{ path, menu }]));

/** An entry of a menu. `img` is the name of a file under `/uploads`. */
type CategoryLink = { name: string; to: string; img: string | null };

function categoryLinksOf({ categories, crafts, fabrics }: LayoutData) {
  return {
    categories: categories.map(({ name, link, img }): CategoryLink => ({ name, to: link, img })),
    crafts: crafts.map(({ name, img }): CategoryLink => ({ name, to: craftPath(name), img })),
    fabrics: fabrics.map(({ name, img }): CategoryLink => ({ name, to: fabricPath(name), img })),
  };
}
