import { type ReactNode, useEffect, useState } from 'react';
import { formatRupees } from '../../foundation/money.ts';
import { Icon, type IconName } from '../../foundation/ui/icon.tsx';
import type { Order } from '../contract.ts';
import { refundText } from '../messages.ts';

/** S-ODT-05…13: what the order cost, how it is paid, and where its parcel and its invoice are. */
export function PricePanel({ order }: { order: Order }) {
  const { mrpTotal, subtotal, shipping_charges, taxes, total, refunds } = order;
  const { tracking_info, label_url } = order;
  const track = tracking_info?.tracking_data.track_url;
  return (
    <aside className="receipt" aria-label="Price">
      <div className="weft" aria-hidden="true" />
      <div className="in">
        <h2 className="mb-4 text-4">Price</h2>
        <dl>
          <dt>MRP total</dt>
          <dd>{mrpTotal > subtotal ? <s>{formatRupees(mrpTotal)}</s> : formatRupees(mrpTotal)}</dd>
          <dt>Selling price total</dt>
          <dd>{formatRupees(subtotal)}</dd>
          <dt>Delivery charge</dt>
          <dd>{formatRupees(shipping_charges)}</dd>
          {taxes > 0 && (
            <>
              <dt>Taxes</dt>
              <dd>{formatRupees(taxes)}</dd>
            </>
          )}
          <dt className="sum">Total</dt>
          <dd className="sum">{formatRupees(total)}</dd>
          <Method order={order} />
        </dl>
        {refunds.map((refund) => (
          <p key={refund.at} className="state henna mt-3">
            {refundText(refund)}
          </p>
        ))}
        {(track || label_url) && (
          <div className="mt-3 flex flex-wrap gap-x-5">
            {track && (
              <NewTab href={track} icon="external-link">
                Track parcel
              </NewTab>
            )}
            {label_url && (
              <NewTab href={label_url} icon="file-text">
                Invoice
              </NewTab>
            )}
          </div>
        )}
      </div>
      <div className="torn" aria-hidden="true" />
    </aside>
  );
}

/** how it is really paid. No row where nothing is to be paid. */
function Method({ order: { paymentMethod, state, codAmount, total } }: { order: Order }) {
  if (state === 'expired' || (paymentMethod === 'COD' && codAmount === 0)) return null;
  if (paymentMethod === 'COD') {
    return (
      <>
        <dt>Cash on delivery</dt>
        <dd>{formatRupees(codAmount)}</dd>
      </>
    );
  }
  return (
    <>
      <dt>{state === 'pending_payment' ? 'To be paid online' : 'Paid online'}</dt>
      <dd>{formatRupees(total)}</dd>
    </>
  );
}

/** How long the spinner turns, in milliseconds. */
const spinTime = 500;

/** S-ODT-13, Q-084: the browser opens the tab at once; the wheel beside the words is decoration. */
function NewTab({ href, icon, children }: { href: string; icon: IconName; children: ReactNode }) {
  const [spins, setSpins] = useState(0);
  useEffect(() => {
    if (spins === 0) return;
    const timer = setTimeout(() => setSpins(0), spinTime);
    return () => clearTimeout(timer);
  }, [spins]);
  return (
    <a
      className="link tap gap-2"
      href={href}
      target="_blank"
      rel="noopener"
      onClick={() => setSpins((times) => times + 1)}
    >
      {children}
      <span className="sr"> (opens in a new tab)</span>
      <span className="inline-flex size-[1.375em] items-center justify-center" aria-hidden="true">
        {spins > 0 ? <span className="spin" /> : <Icon name={icon} />}
      </span>
    </a>
  );
}
