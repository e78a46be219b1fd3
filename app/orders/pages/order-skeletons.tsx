const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Placeholder of a list of orders, payments or ratings while the list loads. */
export function RowsSkeleton() {
  return (
    <>
      <p className="sr" role="status">
        Loading your orders...
      </p>
      <ul className="orders" aria-hidden="true">
        {range(4).map((index) => (
          <li key={index} className="order">
            <span className="image skeleton" />
            <span>
              <span className="skeleton skeleton-bar block w-[45%]" />
              <span className="skeleton skeleton-bar block w-[75%]" />
              <span className="skeleton skeleton-bar block w-[35%]" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Placeholder of an order's page while the order loads. */
export function OrderSkeleton() {
  return (
    <div className="split">
      <div>
        <div className="mb-6 flex flex-col gap-3">
          <p className="soft" role="status">
            Loading order details...
          </p>
          <span className="skeleton h-6 max-w-80" aria-hidden="true" />
          <span className="skeleton h-11 max-w-60" aria-hidden="true" />
        </div>
        <div className="order pt-0" aria-hidden="true">
          <span className="image skeleton" />
          <span>
            <span className="skeleton skeleton-bar block w-[80%]" />
            <span className="skeleton skeleton-bar block w-[40%]" />
          </span>
        </div>
      </div>
      <div className="receipt desktop-only" aria-hidden="true">
        <div className="weft" />
        <div className="in">
          {range(6).map((index) => (
            <span key={index} className="skeleton skeleton-bar mb-4 block" />
          ))}
        </div>
        <div className="torn" />
      </div>
    </div>
  );
}
