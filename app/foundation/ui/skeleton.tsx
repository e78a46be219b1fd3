const many = (count: number) => Array.from({ length: count }, (_, nth) => nth);

/** The place of one piece while it is being fetched. */
export function ProductSkeleton() {
  return (
    <div className="product-card" aria-hidden="true">
      <div className="image skeleton" />
      <LinesSkeleton />
    </div>
  );
}

/** The place of a few lines about a piece. */
export function LinesSkeleton() {
  return (
    <>
      <span className="skeleton skeleton-bar block w-[85%]" />
      <span className="skeleton skeleton-bar block w-[55%]" />
      <span className="skeleton skeleton-bar block w-[40%]" />
    </>
  );
}

/** A listing while it is being fetched: its layout filling in. Whoever shows it says the words. */
export function ListingSkeleton({ products = 6 }: { products?: number }) {
  return (
    <div className="listing" aria-hidden="true">
      <div className="side">
        {many(9).map((nth) => (
          <div key={nth} className="skeleton mb-4 h-[22px]" />
        ))}
      </div>
      <div className="product-grid">
        {many(products).map((nth) => (
          <ProductSkeleton key={nth} />
        ))}
      </div>
    </div>
  );
}
