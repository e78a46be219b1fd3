import { formatRupees } from '../../foundation/money.ts';
import {
  AmountRow,
  ReceiptFrame,
  ShippingRow,
  TaxesNote,
  TotalRow,
} from '../../foundation/ui/receipt-frame.tsx';
import type { Order } from '../contract.ts';
import { payable, refundText } from '../messages.ts';
import { NewTabLink } from './new-tab-link.tsx';

/** Prices, payment method, refunds and invoice link of an order. */
export function PricePanel({ order }: { order: Order }) {
  const { mrpTotal, subtotal, shipping_charges, cancelledAmount, refunds, label_url } = order;
  return (
    <ReceiptFrame title="Price">
      <dl>
        <dt>MRP total</dt>
        <dd>{mrpTotal > subtotal ? <s>{formatRupees(mrpTotal)}</s> : formatRupees(mrpTotal)}</dd>
        <AmountRow name="Selling price total" amount={subtotal} />
        <ShippingRow name="Delivery charge" amount={shipping_charges} />
        {cancelledAmount > 0 && (
          <>
            <dt>Cancelled</dt>
            <dd>−{formatRupees(cancelledAmount)}</dd>
          </>
        )}
        <TotalRow total={payable(order)} />
        <Method order={order} />
      </dl>
      <TaxesNote includedGst={order.includedGst} />
      {refunds.map((refund) => (
        <p key={refund.at} className="state henna mt-3">
          {refundText(refund)}
        </p>
      ))}
      {label_url && (
        <NewTabLink className="link tap mt-3 gap-2" href={label_url} icon="file-text">
          Invoice
        </NewTabLink>
      )}
    </ReceiptFrame>
  );
}

/**
 * Row with the payment method and the amount that is to be paid or was paid. Omitted if the order has expired, or if a COD order
 * was cancelled or went back undelivered.
 */
function Method({ order: { paymentMethod, state, codAmount, total } }: { order: Order }) {
  if (state === 'expired' || (paymentMethod === 'COD' && codAmount === 0)) return null;
  if (paymentMethod === 'COD') return <AmountRow name="Cash on delivery" amount={codAmount} />;
  return (
    <AmountRow name={state === 'pending_payment' ? 'To be paid online' : 'Paid online'} amount={total} />
  );
}
