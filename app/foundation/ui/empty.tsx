import type { ReactNode } from 'react';

/** An empty place: a rod on which nothing hangs, and below it the words and the way on. */
export function EmptyRod({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="emptyrod" aria-hidden="true" />
      <div className="empty">{children}</div>
    </>
  );
}
