import { useRef } from 'react';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { formatRupees } from '../../foundation/money.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { AreaField, FailureNote, TextField } from '../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { payable } from '../../orders/messages.ts';
import { paymentProviders } from '../../payments/payment-facts.ts';
import { orderApi } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { DialogButton } from '../layout/dialog.tsx';
import { parseRupees } from '../layout/numbers.ts';
import { runOrderAction, useOrderAction } from './actions/use-action.ts';
import { dueLabel } from './rules.ts';

type Refund = AdminOrder['refunds'][number];

const providers: Readonly<Record<string, { label: string }>> = {
  cash: { label: 'Cash on delivery' },
  ...paymentProviders,
};

const refundStates: Readonly<Record<Refund['state'], string>> = {
  waiting: 'sent to the bank',
  cash: 'to be paid by hand',
  failed: 'rejected by the bank',
  sent: 'on its way',
  done: 'done',
};

export function OrderMoney({ order }: { order: AdminOrder }) {
  const { receipts, refunds, refundableAmount, cancelledAmount, total } = order;
  return (
    <section>
      <h2>Payment</h2>
      {receipts.length === 0 && <p className="soft">{dueLabel({ ...order, total: payable(order) })}</p>}
      {cancelledAmount > 0 && (
        <p className="soft">
          {formatRupees(cancelledAmount)} of {formatRupees(total)} was cancelled before packing.
        </p>
      )}
      <ul className="cards">
        {receipts.map(({ provider, amount, at }) => (
          <li key={`${provider} ${at}`}>
            <div className="card-title">
              <b>{formatRupees(amount)}</b>
              <span className="state">received</span>
            </div>
            <p className="soft">
              {providers[provider]?.label ?? provider}, {formatDateTime(at)}
            </p>
          </li>
        ))}
        {refunds.map((refund) => (
          <RefundCard key={refund.id} orderId={order.id} refund={refund} />
        ))}
      </ul>
      <DialogButton
        label="Refund"
        className="btn quiet small"
        isOffered={refundableAmount > 0}
        title="Refund"
      >
        {(close) => <RefundForm order={order} onDone={close} />}
      </DialogButton>
    </section>
  );
}

type RefundProps = { orderId: string; refund: Refund };

/**
 * Shows a refund with its state. Staff can send a failed refund again. They can mark a failed or cash refund as refunded by hand.
 */
function RefundCard({ orderId, refund }: RefundProps) {
  return (
    <li>
      <div className="card-title">
        <b>− {formatRupees(refund.amount)}</b>
        <span className={refund.state === 'failed' ? 'state madder' : 'state'}>
          {refundStates[refund.state]}
        </span>
      </div>
      <p className="soft">
        {refund.reason} {formatDateTime(refund.at)}
        {refund.note && (
          <>
            <br />
            {refund.note}
          </>
        )}
      </p>
      {refund.state === 'failed' && <RetryRefund orderId={orderId} refund={refund} />}
      <DialogButton
        label="Mark as refunded"
        className="link tap"
        isOffered={refund.state === 'cash' || refund.state === 'failed'}
        title={`Refund of ${formatRupees(refund.amount)}`}
      >
        {(close) => <SettleForm orderId={orderId} refund={refund} onDone={close} />}
      </DialogButton>
    </li>
  );
}

function RefundForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { id, refundableAmount, refundedBefore, receipts } = order;
  const isCash = receipts.some(({ provider }) => provider === 'cash');
  return (
    <ActionForm
      submitLabel="Refund"
      check={({ text }) => {
        const amount = parseRupees(text('amount'));
        if (amount !== undefined && amount > 0 && amount <= refundableAmount) return {};
        return { amount: `Please enter an amount in rupees, at most ${formatRupees(refundableAmount)}.` };
      }}
      send={({ text }) => {
        const amount = parseRupees(text('amount')) ?? 0;
        const json = { amount, reason: text('reason'), refundedBefore };
        const effect = isCash ? 'is to be paid by hand' : 'is refunded';
        return runOrderAction(
          id,
          orderApi.refund.$post({ param: { id }, json }),
          `${formatRupees(amount)} ${effect}. The shopper gets an email.`,
        );
      }}
      onDone={onDone}
    >
      <AmountField all={refundableAmount} />
      <AreaField name="reason" label="Reason (the shopper sees it)" rows={2} maxLength={300} />
    </ActionForm>
  );
}

/** Field for an amount in rupees, with a button that fills in the full amount `all`. */
function AmountField({ all }: { all: number }) {
  const help = useRef<HTMLButtonElement>(null);
  function fillIn() {
    const field = help.current?.form?.elements.namedItem('amount');
    if (field instanceof HTMLInputElement) field.value = String(all);
  }
  return (
    <TextField
      name="amount"
      label="Amount in rupees"
      inputMode="decimal"
      help={
        <button ref={help} type="button" className="link" onClick={fillIn}>
          Full amount: {formatRupees(all)}
        </button>
      }
    />
  );
}

function SettleForm({ orderId, refund, onDone }: RefundProps & { onDone: () => void }) {
  return (
    <ActionForm
      submitLabel="Mark as refunded"
      send={({ text }) => {
        const param = { id: orderId, refund: refund.id };
        const response = orderApi.refunds[':refund'].settle.$post({ param, json: { text: text('text') } });
        return runOrderAction(orderId, response, 'Saved. The amount is marked as refunded.');
      }}
      onDone={onDone}
    >
      {refund.state === 'failed' && (
        <p>
          Please check in your bank account first that the bank has not paid this refund. After you save, the
          shop no longer asks the bank to pay it.
        </p>
      )}
      <TextField
        name="text"
        label="How was the amount refunded?"
        placeholder="For example: UPI transfer 4711"
        maxLength={200}
      />
    </ActionForm>
  );
}

/** Button that sends a refund again after the payment provider rejected it. If that is not possible, a text says why. */
function RetryRefund({ orderId, refund }: RefundProps) {
  const { isPending, failure, run } = useOrderAction(orderId);
  if (!refund.isRetryable)
    return (
      <p className="soft">
        The bank accepted the refund, but the refund failed later. Please pay the amount another way, and then
        press “Mark as refunded”.
      </p>
    );
  const param = { id: orderId, refund: refund.id };
  const retry = () => orderApi.refunds[':refund'].retry.$post({ param });
  return (
    <>
      <FailureNote failure={failure} />
      <ActionButton
        className="link tap"
        isDisabled={isPending}
        onClick={() => run(retry, 'The shop asks the bank again to make this refund.')}
      >
        Try again
      </ActionButton>
    </>
  );
}
