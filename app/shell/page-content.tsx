import { type ReactNode, useLayoutEffect } from 'react';
import { useDelayedFlag } from '../catalogue/listing/listing-status.tsx';
import { ListingSkeleton } from '../foundation/ui/skeleton.tsx';

const delayMs = 300;

/**
 * What the page itself says. While a listing is long on its way, its empty shape stands in the place of the page
 * that is being left; that page is only hidden, so that it is as it was when the way is broken off.
 */
export function PageContent({
  isListingPending,
  children,
}: {
  isListingPending: boolean;
  children: ReactNode;
}) {
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
