import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { GuestCartMerger } from '../cart/guest-cart-merger.tsx';
import { HeartSlot } from '../catalogue/product-card/wishlist-slot.tsx';
import { announcement, worldwidePath, worldwideText } from '../content/shipping-text.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { Notices } from '../foundation/ui/notices.tsx';
import { GuestWishSaver } from '../wishlist/guest-wish.tsx';
import { WishHeart } from '../wishlist/heart.tsx';
import { hasSlimHeader } from './current-location.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { LayoutData } from './layout-data.ts';
import { isListing, NavigationProgress, usePendingPath } from './navigation-progress.tsx';
import { PageContent } from './page-content.tsx';
import { SlimHeader } from './slim-header.tsx';
import { TabBar } from './tab-bar.tsx';
import { useScrollMarks } from './use-scroll-marks.ts';

/**
 * What stands around every page. On the counter and a shopper's own pages the style sheets put a slim header in
 * the place of the top bar and take the footer away, from 768 px on.
 */
export function Storefront({ layoutData, children }: { layoutData: LayoutData; children: ReactNode }) {
  useScrollMarks();
  const pendingPath = usePendingPath();
  const isListingPending = pendingPath !== undefined && isListing(pendingPath, layoutData.categories);
  const { pathname, search } = useLocation();
  const slim = hasSlimHeader(pathname);
  return (
    <HeartSlot value={WishHeart}>
      <div className={slim ? 'has-slim' : undefined}>
        <a className="skip" href="#main">
          Skip to the cloth
        </a>
        {(isListing(pathname, layoutData.categories) || search.includes('query=')) && (
          <a className="skip" href="#pieces">
            Skip to the pieces
          </a>
        )}
        <NavigationProgress path={pendingPath} isListingPending={isListingPending} />
        <aside className="banner" aria-label="Notices">
          {layoutData.isDemo && <p>Demo shop: orders, payments and emails may not be real.</p>}
          <p className="offer">
            <Link className="link" to={worldwidePath}>
              {worldwideText}
            </Link>
            {announcement(layoutData.settings.shipping).slice(worldwideText.length)}
          </p>
        </aside>
        {slim && <SlimHeader layoutData={layoutData} />}
        <Header layoutData={layoutData} />
        <PageContent isListingPending={isListingPending}>{children}</PageContent>
        <Footer layoutData={layoutData} />
        <TabBar categories={layoutData.categories} />
        <aside aria-label="Help">
          <a
            className="chat"
            href={layoutData.settings.contact.chatUrl}
            rel="noopener"
            aria-label="Chat with us"
          >
            <Icon name="message-circle" />
          </a>
        </aside>
        <Notices />
        <GuestCartMerger />
        <GuestWishSaver />
      </div>
    </HeartSlot>
  );
}
