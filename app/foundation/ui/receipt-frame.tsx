import type { ReactNode } from 'react';
import { formatRupees } from '../money.ts';

/** A titled box with a woven upper edge and a torn lower edge, for the amounts of an order. */
export function ReceiptFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside className="receipt" aria-label={title}>
      <div className="weft" aria-hidden="true" />
      <div className="in">
        <h2 className="mb-4 text-4">{title}</h2>
        {children}
      </div>
      <div className="torn" aria-hidden="true" />
    </aside>
  );
}

/** Row of a `dl` with an amount in rupees. `note` follows the amount. */
export function AmountRow({ name, amount, note }: { name: string; amount: number; note?: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {formatRupees(amount)}
        {note}
      </dd>
    </>
  );
}

/** Last row of a `dl` of amounts. */
export function TotalRow({ total }: { total: number }) {
  return (
    <>
      <dt className="sum">Total</dt>
      <dd className="sum">{formatRupees(total)}</dd>
    </>
  );
}
