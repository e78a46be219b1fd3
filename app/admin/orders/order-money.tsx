import { useState } from 'react';
import { formatRupees } from '../../foundation/money.ts';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { AdminDialog } from '../layout/dialog.tsx';
import { formatTime } from '../layout/format-times.ts';
import { RefundForm, RetryRefund, SettleForm } from './actions/refund-forms.tsx';
import { dueLabel } from './rules.ts';

type Refund = AdminOrder['refunds'][number];

const providers: Readonly<Record<string, string>> = {
  cash: 'Cash at the door',
  'pretend-bank': 'Pretend bank',
  razorpay: 'Razorpay',
};

const refundStates: Readonly<Record<Refund['state'], string>> = {
  waiting: 'the bank is asked',
  cash: 'to be given back by hand',
  failed: 'the bank refused it',
  sent: 'on its way',
  done: 'done',
};

/** F-132: what came in, what went back, and giving more back. */
export function OrderMoney({ order }: { order: AdminOrder }) {
  const { receipts, refunds, refundableAmount } = order;
  const [isRefunding, setRefunding] = useState(false);
  const close = () => setRefunding(false);
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
          <RefundCard key={refund.id} order={order} refund={refund} />
        ))}
      </ul>
      {refundableAmount > 0 && (
        <button type="button" className="btn quiet small" onClick={() => setRefunding(true)}>
          Give money back
        </button>
      )}
      <AdminDialog open={isRefunding} onClose={close} title="Give money back">
        <RefundForm order={order} onDone={close} />
      </AdminDialog>
    </section>
  );
}

/** A refund with its state. A failed one can be sent again, and one in cash can be settled. */
function RefundCard({ order, refund }: { order: AdminOrder; refund: Refund }) {
  const [isSettling, setSettling] = useState(false);
  const close = () => setSettling(false);
  return (
    <li>
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
        <button type="button" className="link tap" onClick={() => setSettling(true)}>
          I gave it back
        </button>
      )}
      <AdminDialog open={isSettling} onClose={close} title={`${formatRupees(refund.amount)} given back`}>
        <SettleForm order={order} refundId={refund.id} onDone={close} />
      </AdminDialog>
    </li>
  );
}
