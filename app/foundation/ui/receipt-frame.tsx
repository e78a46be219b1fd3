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

/** Row of a `dl` with an amount in rupees. */
export function AmountRow({ name, amount }: { name: string; amount: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{formatRupees(amount)}</dd>
    </>
  );
}

/** Row of a `dl` with the cost of shipping in rupees. */
export function ShippingRow({ amount }: { amount: number }) {
  return (
    <>
      <dt>Shipping</dt>
      <dd>{amount === 0 ? 'Free' : formatRupees(amount)}</dd>
    </>
  );
}

/** Row of a `dl` with the tax in rupees that is added to the prices, which include all taxes as a rule. */
export function TaxesRow({ amount }: { amount: number }) {
  return (
    <>
      <dt>Taxes</dt>
      <dd>{amount === 0 ? 'Included' : formatRupees(amount)}</dd>
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
