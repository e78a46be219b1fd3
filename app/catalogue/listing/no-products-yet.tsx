import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';

/** A listing that has no pieces at all, whatever is filtered. */
export function NoProductsYet() {
  return (
    <EmptyRod>
      <p>No pieces here yet. New ones arrive as they leave the loom.</p>
      <div className="actions">
        <Link className="btn" to={urls.category}>
          See all categories
        </Link>
      </div>
    </EmptyRod>
  );
}
