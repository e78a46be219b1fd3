import { memo, useRef } from 'react';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { photoUrl } from '../foundation/ui/photo.tsx';
import { type CategoryLink, categoryLinksOf, menuPages } from './category-links.ts';
import type { LayoutData } from './layout-data.ts';
import { useDismiss } from './use-dismiss.ts';

/** The menu row of larger screens. Its menus are `details` of one name: only one is open, with or without JavaScript. */
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

/** Escape gives the focus back to the title that opened the menu. */
function closeMenus(how: 'outside' | 'escape') {
  const open = document.querySelector<HTMLDetailsElement>('.menu details[open]');
  if (!open) return;
  open.open = false;
  if (how === 'escape') open.querySelector('summary')?.focus();
}
