import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { type Choice, labelOfValue, listChosen, withoutFilters, withoutValue } from './filters.ts';
import type { ShownListing } from './listing-products.tsx';

type NoFilterResultsProps = { listing: ShownListing; choice: Choice; search: string };

/** Empty state of a listing whose filters match no product. */
export function NoFilterResults({ listing, choice, search }: NoFilterResultsProps) {
  const { pathname, key } = useLocation();
  const container = useRef<HTMLDivElement>(null);

  // The focused checkbox was removed together with the filters, so move the focus to this container.
  useEffect(() => {
    const isFirstLoad = key === 'default';
    if (!isFirstLoad && !isUsed(document.activeElement)) container.current?.focus({ preventScroll: true });
  }, [key]);

  const params = new URLSearchParams(search);
  const chosen = listChosen(choice.filters);
  const last = chosen.at(-1);
  return (
    <div ref={container} id="pieces" tabIndex={-1} className="outline-none">
      <EmptyRod>
        <p>No products found. Please change your filters and try again.</p>
        {last && chosen.length === 1 && (
          <p className="soft">
            Without “{labelOfValue(listing.facets, last)}” there{' '}
            {listing.unfilteredTotal === 1 ? 'is' : 'are'} {formatCount(listing.unfilteredTotal, 'piece')}.
          </p>
        )}
        <div className="actions">
          <Link className="btn" to={{ pathname, search: withoutFilters(params) }} preventScrollReset>
            Clear All Filters
          </Link>
          {last && chosen.length > 1 && (
            <Link
              className="btn quiet"
              to={{ pathname, search: withoutValue(params, last.dimension, last.value) }}
              preventScrollReset
            >
              Remove “{labelOfValue(listing.facets, last)}”
            </Link>
          )}
        </div>
      </EmptyRod>
    </div>
  );
}

function isUsed(element: Element | null): boolean {
  return element !== null && element !== document.body && element.checkVisibility();
}
