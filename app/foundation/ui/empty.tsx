import type { ReactNode } from 'react';

/** An empty place: the sentence and the way on, and below them a rod on which nothing hangs. */
export function EmptyRod({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="empty">{children}</div>
      <div className="empty-rod" aria-hidden="true" />
    </>
  );
}
