import type { ReactNode } from 'react';
import { AdminIcon } from './icon.tsx';
import type { AdminQueryResult } from './use-admin.ts';

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
      <AdminIcon name="circle-alert" />
      <div>
        <p>{text ?? 'The shop did not answer.'}</p>
        <button type="button" className="link tap" onClick={onRetry}>
          Try again
        </button>
      </div>
    </div>
  );
}

/** Shows what the shop has told as soon as it is there; until then that it is on its way, or why it is not. */
export function WhenReady<T>({
  query,
  children,
}: {
  query: AdminQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return query.status === 'failed' ? <Failed text={query.message} onRetry={query.retry} /> : <Loading />;
}
