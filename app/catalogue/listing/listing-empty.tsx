import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { counted } from '../../foundation/ui/counted.ts';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { type Choice, cleared, listChosen, textOfChoice, without } from './filters.ts';
import type { ShownListing } from './listing-products.tsx';

type ListingEmptyProps = { listing: ShownListing; choice: Choice; search: string };

/** No piece passes the filters: an empty rod, and two ways on. */
export function ListingEmpty({ listing, choice, search }: ListingEmptyProps) {
  const { pathname, key } = useLocation();
  const place = useRef<HTMLDivElement>(null);

  // The box that was ticked last is gone with the filters: whoever ticked it goes on here.
  useEffect(() => {
    const arrived = key === 'default';
    if (!arrived && !isUsed(document.activeElement)) place.current?.focus({ preventScroll: true });
  }, [key]);

  const params = new URLSearchParams(search);
  const chosen = listChosen(choice.filters);
  const last = chosen.at(-1);
  return (
    <div ref={place} id="pieces" tabIndex={-1} className="outline-none">
      <EmptyRod>
        <p>No products found. Please change your filters and try again.</p>
        {last && chosen.length === 1 && (
          <p className="soft">
            Without “{textOfChoice(listing.facets, last)}” there {listing.all === 1 ? 'is' : 'are'}{' '}
            {counted(listing.all, 'piece')}.
          </p>
        )}
        <div className="acts">
          <Link className="btn" to={{ pathname, search: cleared(params) }} preventScrollReset>
            Clear All Filters
          </Link>
          {last && chosen.length > 1 && (
            <Link
              className="btn quiet"
              to={{ pathname, search: without(params, last.dimension, last.value) }}
              preventScrollReset
            >
              Remove “{textOfChoice(listing.facets, last)}”
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
