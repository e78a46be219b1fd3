import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { GuestCartMerger } from '../cart/cart-store.ts';
import { useDelayedFlag } from '../catalogue/listing/listing-status.tsx';
import { HeartSlot } from '../catalogue/product-card/product-card.tsx';
import { announcement, worldwidePath, worldwideText } from '../content/shipping-text.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { Notices } from '../foundation/ui/notices.tsx';
import { ListingSkeleton } from '../foundation/ui/skeleton.tsx';
import { GuestWishSaver } from '../wishlist/guest-wish.tsx';
import { WishHeart } from '../wishlist/heart.tsx';
import { hasSlimHeader } from './current-location.ts';
import { Footer } from './footer.tsx';
import { Header, SlimHeader } from './header.tsx';
import type { LayoutData } from './layout-data.ts';
import { isListing, NavigationProgress, usePendingPath } from './navigation-progress.tsx';
import { TabBar } from './tab-bar.tsx';

/**
 * The layout around every page of the storefront. From 768 px on, checkout and account pages have a slim header and no footer.
 */
export function Storefront({ layoutData, children }: { layoutData: LayoutData; children: ReactNode }) {
  useScrollClasses();
  const pendingPath = usePendingPath();
  const isListingPending = pendingPath !== undefined && isListing(pendingPath, layoutData.categories);
  const { pathname, search } = useLocation();
  const isSlim = hasSlimHeader(pathname);
  return (
    <HeartSlot value={WishHeart}>
      <div className={isSlim ? 'has-slim' : undefined}>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {(isListing(pathname, layoutData.categories) || search.includes('query=')) && (
          <a className="skip" href="#pieces">
            Skip to the pieces
          </a>
        )}
        <NavigationProgress path={pendingPath} isListingPending={isListingPending} />
        <aside className="banner" aria-label="Notices">
          {layoutData.isDemo && <p>This is a demo shop. Orders and payments may not be real.</p>}
          <p className="offer">
            <Link className="link" to={worldwidePath}>
              {worldwideText}
            </Link>
            {announcement(layoutData.settings.shipping).slice(worldwideText.length)}
          </p>
        </aside>
        {isSlim && <SlimHeader layoutData={layoutData} />}
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

const skeletonDelayMs = 300;

/**
 * The page. While a listing loads, the page is hidden and a skeleton is shown instead. If the navigation is cancelled, the page
 * is shown again.
 */
function PageContent({ isListingPending, children }: { isListingPending: boolean; children: ReactNode }) {
  const isLong = useDelayedFlag(isListingPending, skeletonDelayMs);
  useLayoutEffect(() => {
    // Scroll to the top. This does not change the stored scroll position of the current page, which was stored when the
    // navigation began.
    if (isLong) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [isLong]);
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      {isLong && (
        <div className="page pt-12 pb-12">
          <ListingSkeleton />
        </div>
      )}
      <div hidden={isLong}>{children}</div>
    </main>
  );
}

/** Scroll position in pixels from which on the menu row is hidden. */
const menuHiddenFrom = 80;
/** Minimum scroll distance in pixels that counts as a direction, because a resting thumb moves a little. */
const minDistance = 4;

/**
 * Sets the classes `scrolled` (after 80 px) and `down` (while scrolling down) on the document, for the style sheets. Scrolling
 * does not render any component.
 */
function useScrollClasses() {
  useEffect(() => {
    const classes = document.documentElement.classList;
    let before = window.scrollY;
    function onScroll() {
      const now = window.scrollY;
      classes.toggle('scrolled', now > menuHiddenFrom);
      if (now <= menuHiddenFrom) classes.remove('down');
      else if (Math.abs(now - before) < minDistance) return;
      else classes.toggle('down', now > before);
      before = now;
    }
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
}
