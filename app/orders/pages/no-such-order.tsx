import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';

/** Shown if the customer has no order with the id and product of the URL. */
export function NoSuchOrder() {
  return (
    <EmptyRod>
      <div role="status">
        <h2 className="text-5">You have no such order</h2>
      </div>
      <p>Perhaps it was placed with another e-mail address than the one you are signed in with.</p>
      <div className="actions">
        <Link className="btn" to={urls.account}>
          My Orders
        </Link>
        <Link className="btn quiet" to={urls.reachUs}>
          Write to us
        </Link>
      </div>
    </EmptyRod>
  );
}
