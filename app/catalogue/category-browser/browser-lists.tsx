import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import type * as urls from '../../urls.ts';
import type { MenuEntry } from '../contract.ts';

const stores = [
  { name: 'Sarees', link: '/Sarees' },
  { name: 'Co-Ord Sets', link: '/CoOrdSets' },
  { name: 'Suits', link: '/Suits' },
] as const;

/** Three fixed entries, the same for every visitor. */
export function RecentStores() {
  return (
    <section>
      <h2 className="mb-1 text-4">Recently Viewed Stores</h2>
      <ul className="list">
        {stores.map(({ name, link }) => (
          <li key={link}>
            <Link to={link}>
              {name}
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type BrowserMenuProps = {
  title: string;
  at: typeof urls.craft | typeof urls.fabric;
  entries: readonly MenuEntry[];
};

/** All crafts, or all fabrics, with how many pieces each has; folded, for they are long. */
export function BrowserMenu({ title, at, entries }: BrowserMenuProps) {
  if (entries.length === 0) return null;
  return (
    <details className="facet">
      <summary>
        <h2 className="text-4">{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      <ul className="gap-x-6 md:columns-2 lg:columns-3">
        {entries.map(({ name, count }) => (
          <li key={name} className="break-inside-avoid">
            <Link className="flex min-h-11 items-center gap-2" to={`${at}/${encodeURIComponent(name)}`}>
              {name}
              <span className="small soft num" aria-hidden="true">
                {count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
