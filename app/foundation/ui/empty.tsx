import type { ReactNode } from 'react';

/** Empty state: a text and a link, above the drawing of an empty rod. */
export function EmptyRod({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="empty">{children}</div>
      <div className="empty-rod" aria-hidden="true" />
    </>
  );
}
