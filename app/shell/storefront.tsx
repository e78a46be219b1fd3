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

const delayMs = 300;

/**
 * What the page itself says. While a listing is long on its way, its empty shape stands in the place of the page
 * that is being left; that page is only hidden, so that it is as it was when the way is broken off.
 */
function PageContent({ isListingPending, children }: { isListingPending: boolean; children: ReactNode }) {
  const long = useDelayedFlag(isListingPending, delayMs);
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      {long && <ShapeOfListing />}
      <div hidden={long}>{children}</div>
    </main>
  );
}

/** It is seen from its top. Where the page that is left was scrolled to is noted already when the way begins. */
function ShapeOfListing() {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <div className="page pt-12 pb-12">
      <ListingSkeleton />
    </div>
  );
}

/** How far a page is scrolled before the menu row goes, in pixels. */
const menuGoes = 80;
/** Smaller moves are a trembling thumb or a springing edge, not a direction. */
const tremble = 4;

/**
 * Marks the document as `scrolled` past 80 px, and as going `down`. The style sheets do the rest: nothing is
 * rendered anew while somebody scrolls.
 */
function useScrollMarks() {
  useEffect(() => {
    const marks = document.documentElement.classList;
    let before = window.scrollY;
    function onScroll() {
      const now = window.scrollY;
      marks.toggle('scrolled', now > menuGoes);
      if (now <= menuGoes) marks.remove('down');
      else if (Math.abs(now - before) < tremble) return;
      else marks.toggle('down', now > before);
      before = now;
    }
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
}
