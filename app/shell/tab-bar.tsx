import { useLocation } from 'react-router';
import { useCartCount } from '../cart/cart-store.ts';
import { useSession } from '../customers/session.ts';
import { Icon, type IconName } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import type { Tab } from '../urls.ts';
import * as urls from '../urls.ts';
import { CartBadge, cartLabel } from './cart-badge.tsx';
import { activeTab, useLoginPath } from './current-location.ts';
import type { LayoutData } from './layout-data.ts';

const tabs: readonly { tab: Tab; text: string; to: string; icon: IconName }[] = [
  { tab: 'home', text: 'Home', to: urls.home, icon: 'house' },
  { tab: 'category', text: 'Categories', to: urls.category, icon: 'layout-grid' },
  { tab: 'cart', text: 'Cart', to: urls.cart, icon: 'shopping-bag' },
  { tab: 'order', text: 'Order', to: urls.account, icon: 'package' },
  { tab: 'profile', text: 'Account', to: urls.profile, icon: 'user' },
];

/**
 * Bottom bar of phones. For guests, the account tab links to the sign-in page. Hidden while scrolling down, and shown while
 * scrolling up.
 */
export function TabBar({ categories }: { categories: LayoutData['categories'] }) {
  const { pathname } = useLocation();
  const isSignedIn = useSession() !== undefined;
  const login = useLoginPath();
  const count = useCartCount();
  const active = activeTab(
    pathname,
    categories.map(({ link }) => link),
  );
  return (
    <nav className="tabs" aria-label="Main">
      {tabs.map(({ tab, text, to, icon }) => {
        const isGuest = tab === 'profile' && !isSignedIn;
        const isCurrentPage = pathname === (isGuest ? urls.login : to);
        return (
          <Link key={tab} to={isGuest ? login : to} aria-current={currentOf(tab === active, isCurrentPage)}>
            <Icon name={icon} />
            {tab === 'cart' && count > 0 ? <CartWithProducts count={count} /> : text}
          </Link>
        );
      })}
    </nav>
  );
}

function CartWithProducts({ count }: { count: number }) {
  return (
    <>
      <span aria-hidden="true">Cart</span>
      <span className="sr">{cartLabel(count)}</span>
      <CartBadge count={count} />
    </>
  );
}

/** Returns the value of `aria-current`: `page` on the page to which the tab links, true on other pages that belong to the tab. */
function currentOf(isActive: boolean, isCurrentPage: boolean) {
  if (!isActive) return undefined;
  return isCurrentPage ? 'page' : true;
}
