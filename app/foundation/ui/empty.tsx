import type { ReactNode } from 'react';

/** Text and link for an empty list or page, above a drawing of an empty clothes rod. */
export function EmptyRod({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="empty">{children}</div>
      <div className="empty-rod" aria-hidden="true" />
    </>
  );
}
