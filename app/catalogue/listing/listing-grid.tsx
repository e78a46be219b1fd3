import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../../foundation/ui/link.tsx';
import type { Display } from '../contract.ts';
import { gridSizes, ProductCard } from '../product-card/product-card.tsx';
import { type Choice, mayRequestNextPage, nextPageSearch } from './filters.ts';
import type { ShownListing } from './listing-products.tsx';

type ListingGridProps = {
  listing: ShownListing;
  choice: Choice;
  search: string;
  display: Display;
  isLoading: boolean;
};

export function ListingGrid({ listing, choice, search, display, isLoading }: ListingGridProps) {
  const { products, total } = listing;
  const grid = useRef<HTMLDivElement>(null);
  const firstNewIndex = useRef<number>(undefined);
  const { pathname } = useLocation();
  const shownCount = products.length;

  // Move the focus to the first new product. "Load more" moves below the new products, and is removed after the last page.
  useEffect(() => {
    if (firstNewIndex.current === undefined || shownCount <= firstNewIndex.current) return;
    const first = grid.current?.children[firstNewIndex.current];
    firstNewIndex.current = undefined;
    first?.querySelector<HTMLElement>('.name a')?.focus({ preventScroll: true });
  }, [shownCount]);

  return (
    <>
      <h2 className="sr" id="pieces" tabIndex={-1}>
        Pieces
      </h2>
      <div
        className={`${display === 'hung' ? 'product-grid hung' : 'product-grid'} transition-opacity duration-150 ${isLoading ? 'opacity-45' : ''}`}
        ref={grid}
        aria-busy={isLoading}
      >
        {products.map((product, index) => (
          <ProductCard
            product={product}
            sizes={gridSizes[display]}
            priority={index < 2}
            key={product.proId}
          />
        ))}
      </div>
      {total > shownCount && (
        <div className="mt-12 flex flex-col items-center gap-4">
          <p className="num soft">
            Showing {shownCount} of {total}
          </p>
          {mayRequestNextPage(choice) && (
            <Link
              className="btn quiet min-w-52"
              to={{ pathname, search: nextPageSearch(new URLSearchParams(search)) }}
              preventScrollReset
              onClick={() => {
                firstNewIndex.current = shownCount;
              }}
            >
              Load more
            </Link>
          )}
        </div>
      )}
    </>
  );
}
