import { FailureAlert } from '../foundation/ui/alert.tsx';
import { EmptyRod } from '../foundation/ui/empty.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { ProductSkeleton } from '../foundation/ui/skeleton.tsx';
import * as urls from '../urls.ts';

/** Placeholder shown until the session and the wishlist are loaded. */
export function ListLoading() {
  return (
    <>
      <p className="sr scripted" role="status">
        Loading your wishlist...
      </p>
      <noscript>
        <p className="prose mb-6">
          The wishlist needs JavaScript, which is off in this browser. You can still{' '}
          <a className="link" href={urls.category}>
            shop all pieces
          </a>
          .
        </p>
      </noscript>
      <div className="product-grid four scripted" aria-hidden="true">
        {['first', 'second', 'third', 'fourth'].map((nth) => (
          <div key={nth}>
            <ProductSkeleton />
            <div className="skeleton mt-3 h-22" />
          </div>
        ))}
      </div>
    </>
  );
}

export function ListFailed({ text, retry }: { text: string | undefined; retry: () => void }) {
  return (
    <div className="form prose justify-items-start">
      <FailureAlert>Your wishlist could not be loaded. {text}</FailureAlert>
      <button className="btn" type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}

/** Empty state of the wishlist. `text` says why the wishlist is empty and what the customer can do. */
export function ListEmpty({ text }: { text: string }) {
  return (
    <EmptyRod>
      <p>{text}</p>
      <div className="actions">
        <Link className="btn" to={urls.category}>
          Shop all pieces
        </Link>
      </div>
    </EmptyRod>
  );
}
