import { memo, type ReactNode, type RefObject } from 'react';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import { type CategoryLink, categoryLinksOf, menuPages } from './category-links.ts';
import type { LayoutData } from './layout-data.ts';

type DrawerProps = { layoutData: LayoutData; dialog: RefObject<HTMLDialogElement | null> };

/** The phone's menu, which slides in from the selvedge. The header opens it. */
export const Drawer = memo(function Drawer({ layoutData, dialog }: DrawerProps) {
  const { categories, crafts, fabrics } = categoryLinksOf(layoutData);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className="drawer" aria-label="Menu" closedby="any">
      <div className="in">
        <div className="flex items-center justify-between">
          <span className="font-display text-4">{layoutData.settings.name}</span>
          <button type="button" className="icon -mr-4" aria-label="Close" onClick={close}>
            <Icon name="x" />
          </button>
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
