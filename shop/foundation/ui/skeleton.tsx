const many = (count: number) => Array.from({ length: count }, (_, nth) => nth);

/** The place of one piece while it is being fetched. */
export function PieceSkeleton() {
  return (
    <div className="piece" aria-hidden="true">
      <div className="pic sk" />
      <div className="sk bar-sk w-[85%]" />
      <div className="sk bar-sk w-[55%]" />
      <div className="sk bar-sk w-[40%]" />
    </div>
  );
}

/** A listing while it is being fetched: its layout filling in, and the specified words. */
export function ListingSkeleton({ pieces = 6 }: { pieces?: number }) {
  return (
    <>
      <p role="status" className="mb-5">
        Loading products...
      </p>
      <div className="listing">
        <aside className="side" aria-hidden="true">
          {many(9).map((nth) => (
            <div key={nth} className="sk mb-4 h-[22px]" />
          ))}
        </aside>
        <div className="grid">
          {many(pieces).map((nth) => (
            <PieceSkeleton key={nth} />
          ))}
        </div>
      </div>
    </>
  );
}
