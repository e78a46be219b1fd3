import { useState } from 'react';
import { AdminDialog } from '../layout/dialog.tsx';
import type { ProductRow } from './contract.ts';
import { SoldInStore } from './sold-here.tsx';

/** One tap for a piece of one size; where there are several, the tap asks which. */
export function SoldInList({ row }: { row: ProductRow }) {
  const [asking, setAsking] = useState(false);
  const [only] = row.sizes;
  if (row.sizes.length === 1 && only) return <SoldInStore product={row} size={only} />;
  if (!row.sizes.some(({ available }) => available > 0)) return null;
  return (
    <>
      <button
        type="button"
        className="btn quiet small"
        aria-label={`Sold in the store: ${row.name}`}
        onClick={() => setAsking(true)}
      >
        Sold in the store
      </button>
      <AdminDialog open={asking} onClose={() => setAsking(false)} title="Which size was sold?">
        <ul className="size-rows">
          {row.sizes.map((size) => (
            <li key={size.id}>
              <SoldInStore product={row} size={size} text={`${size.label}: one of ${size.onHand}`} />
            </li>
          ))}
        </ul>
      </AdminDialog>
    </>
  );
}
