import type { ReactNode } from 'react';
import { formatRupees } from '../money.ts';
import { taxesText } from './taxes-text.ts';

/** A box with a title, for the amounts of an order. It has a woven upper edge and a torn lower edge. */
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

/** Row of a `dl` element with an amount in rupees. */
export function AmountRow({ name, amount }: { name: string; amount: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{formatRupees(amount)}</dd>
    </>
  );
}

/** Row of a `dl` element with the shipping charge in rupees. Shows `Free` for 0. */
export function ShippingRow({ name = 'Shipping', amount }: { name?: string; amount: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{amount === 0 ? 'Free' : formatRupees(amount)}</dd>
    </>
  );
}

/** Row of a `dl` element with the total. It is the last row, and {@link TaxesNote} follows the list. */
export function TotalRow({ total }: { total: number }) {
  return (
    <>
      <dt className="sum">Total</dt>
      <dd className="sum">{formatRupees(total)}</dd>
    </>
  );
}

/** Note about taxes below the amounts of a cart or an order. `includedGst` is in rupees, or undefined if it is unknown. */
export function TaxesNote({ includedGst }: { includedGst: number | undefined }) {
  return <p className="small soft mt-1">{taxesText(includedGst)}</p>;
}
