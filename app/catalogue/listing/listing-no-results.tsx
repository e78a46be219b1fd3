import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Link } from '../../foundation/ui/link.tsx';

/** A shelf on which nothing hangs, whatever is filtered. */
export function NothingYet() {
  return (
    <EmptyRod>
      <p>Nothing hangs here yet. New pieces come as they leave the loom.</p>
      <div className="acts">
        <Link className="btn" to="/category">
          See all categories
        </Link>
      </div>
    </EmptyRod>
  );
}
