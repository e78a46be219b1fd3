const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

export function ProductSkeleton() {
  return (
    <div className="product-card" aria-hidden="true">
      <div className="image skeleton" />
      <LinesSkeleton />
    </div>
  );
}

export function LinesSkeleton() {
  return (
    <>
      <span className="skeleton skeleton-bar block w-[85%]" />
      <span className="skeleton skeleton-bar block w-[55%]" />
      <span className="skeleton skeleton-bar block w-[40%]" />
    </>
  );
}

/**
 * Placeholder boxes while a listing loads. They are hidden from screen readers, so the caller must announce the loading state.
 */
export function ListingSkeleton() {
  return (
    <div className="listing" aria-hidden="true">
      <div className="side">
        {indexes(9).map((index) => (
          <div key={index} className="skeleton mb-4 h-[22px]" />
        ))}
      </div>
      <div className="product-grid">
        {indexes(6).map((index) => (
          <ProductSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}
