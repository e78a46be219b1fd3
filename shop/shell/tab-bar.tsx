import { Link, useLocation } from 'react-router';
import type { Category } from '../catalogue/contract.ts';
import { Icon, type IconName } from '../foundation/ui/icon.tsx';
import { activeTab, type TabName } from './whereabouts.ts';

const tabs: readonly { tab: TabName; words: string; to: string; icon: IconName }[] = [
  { tab: 'home', words: 'Home', to: '/', icon: 'house' },
  { tab: 'category', words: 'Categories', to: '/category', icon: 'layout-grid' },
  { tab: 'cart', words: 'Cart', to: '/cart', icon: 'shopping-bag' },
  { tab: 'order', words: 'Order', to: '/account', icon: 'package' },
  { tab: 'profile', words: 'Account', to: '/login', icon: 'user' },
];

/** The phone's bottom bar. It leaves on the way down and returns on the way up. */
export function TabBar({ categories }: { categories: readonly Category[] }) {
  const { pathname } = useLocation();
  const active = activeTab(
    pathname,
    categories.map(({ link }) => link),
  );
  return (
    <nav className="tabs" aria-label="Main">
      {tabs.map(({ tab, words, to, icon }) => (
        <Link key={tab} to={to} aria-current={currentOf(tab === active, pathname === to)}>
          <Icon name={icon} />
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** `page` for the very page, `true` for one that belongs to the tab. */
function currentOf(active: boolean, here: boolean) {
  if (!active) return undefined;
  return here ? 'page' : true;
}
