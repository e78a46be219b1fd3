import type { ReactNode } from 'react';
import type { QueryResult } from '../../foundation/browser/queries.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { ActionButton } from './action-button.tsx';

export function Loading() {
  return (
    <p className="soft waiting" role="status">
      One moment…
    </p>
  );
}

export function Failed({ text, onRetry }: { text: string | undefined; onRetry: () => void }) {
  return (
    <div className="alert" role="alert">
      <Icon name="circle-alert" />
      <div>
        <p>{text ?? 'The shop did not answer.'}</p>
        <ActionButton className="link tap" onClick={onRetry}>
          Try again
        </ActionButton>
      </div>
    </div>
  );
}

/** Renders the data of a query once it is loaded. Until then, says that it is loading, or why it failed. */
export function WhenReady<T>({
  query,
  children,
}: {
  query: QueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return query.status === 'failed' ? <Failed text={query.message} onRetry={query.retry} /> : <Loading />;
}
