import type { ReactNode } from 'react';
import type { QueryResult } from '../../foundation/browser/queries.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { ActionButton } from './action-button.tsx';

export function Loading() {
  return (
    <p className="soft waiting" role="status">
      One moment…
    </p>
  );
}

type Failure = Pick<QueryResult<unknown>, 'message' | 'isRefused' | 'retry'>;

/** Shows why a request failed. Offers to try again. If trying again cannot help, links to the dashboard instead. */
export function Failed({ failed: { message, isRefused, retry } }: { failed: Failure }) {
  return (
    <div className="alert" role="alert">
      <Icon name="circle-alert" />
      <div>
        <p>{message ?? 'The shop did not respond.'}</p>
        {isRefused ? (
          <Link className="link tap" to={urls.admin}>
            Go to the dashboard
          </Link>
        ) : (
          <ActionButton className="link tap" onClick={retry}>
            Try again
          </ActionButton>
        )}
      </div>
    </div>
  );
}

/** Renders a query's data. Until it is loaded, shows a loading text or the error. */
export function WhenReady<T>({
  query,
  children,
}: {
  query: QueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return query.status === 'failed' ? <Failed failed={query} /> : <Loading />;
}
