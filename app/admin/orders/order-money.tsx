import { useState } from 'react';
import { formatRupees } from '../../foundation/money.ts';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { AdminDialog } from '../layout/dialog.tsx';
import { formatTime } from '../layout/format-times.ts';
import { RefundForm, RetryRefund, SettleForm } from './actions/refund-forms.tsx';
import { dueLabel } from './rules.ts';

const providers: Readonly<Record<string, string>> = {
  cash: 'Cash at the door',
  'pretend-bank': 'Pretend bank',
  razorpay: 'Razorpay',
};

const refundStates: Readonly<Record<AdminOrder['refunds'][number]['state'], string>> = {
  waiting: 'the bank is asked',
  cash: 'to be given back by hand',
  failed: 'the bank refused it',
  sent: 'on its way',
  done: 'done',
};

/** F-132: what came in, what went back, and giving more back. */
export function OrderMoney({ order }: { order: AdminOrder }) {
  const { receipts, refunds, refundableAmount } = order;
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  return (
    <section>
      <h2>Money</h2>
      {receipts.length === 0 && <p className="soft">{dueLabel(order)}</p>}
      <ul className="cards">
        {receipts.map((one) => (
          <li key={`${one.provider} ${one.at}`}>
            <div className="card-title">
              <b>{formatRupees(one.amount)}</b>
              <span className="state">received</span>
            </div>
            <p className="soft">
              {providers[one.provider] ?? one.provider}, {formatTime(one.at)}
            </p>
          </li>
        ))}
        {refunds.map((refund) => (
          <li key={refund.id}>
            <div className="card-title">
              <b>− {formatRupees(refund.amount)}</b>
              <span className={refund.state === 'failed' ? 'state madder' : 'state'}>
                {refundStates[refund.state]}
              </span>
            </div>
            <p className="soft">
              {refund.reason} {formatTime(refund.at)}
              {refund.note && (
                <>
                  <br />
                  {refund.note}
                </>
              )}
            </p>
            {refund.state === 'failed' && <RetryRefund orderId={order.id} refund={refund} />}
            {refund.state === 'cash' && (
              <button type="button" className="link tap" onClick={() => setOpen(refund.id)}>
                I gave it back
              </button>
            )}
            <AdminDialog
              open={open === refund.id}
              onClose={close}
              title={`${formatRupees(refund.amount)} given back`}
            >
              <SettleForm order={order} refundId={refund.id} onDone={close} />
            </AdminDialog>
          </li>
        ))}
      </ul>
      {refundableAmount > 0 && (
        <button type="button" className="btn quiet small" onClick={() => setOpen('refund')}>
          Give money back
        </button>
      )}
      <AdminDialog open={open === 'refund'} onClose={close} title="Give money back">
        <RefundForm order={order} onDone={close} />
      </AdminDialog>
    </section>
  );
}
