import { useRef } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { formatRupees } from '../../../foundation/money.ts';
import { ActionForm } from '../../../foundation/ui/action-form.tsx';
import { AreaField, FailureNote, TextField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { adminApi } from '../../admin-api.ts';
import { parseRupees } from '../rules.ts';
import { runOrderAction, useOrderAction } from './use-action.ts';

type FormProps = { order: AdminOrder; onDone: () => void };

const one = adminApi.orders[':id'];

/** Form that refunds an order in whole or in part. */
export function RefundForm({ order, onDone }: FormProps) {
  const { id, refundableAmount, refundedBefore, receipts } = order;
  const isCash = receipts.some(({ provider }) => provider === 'cash');
  return (
    <ActionForm
      submitLabel="Give it back"
      check={({ text }) => {
        const amount = parseRupees(text('amount'));
        if (amount !== undefined && amount > 0 && amount <= refundableAmount) return {};
        return { amount: `Please write an amount in rupees, at most ${formatRupees(refundableAmount)}.` };
      }}
      send={({ text }) => {
        const amount = parseRupees(text('amount')) ?? 0;
        const json = { amount, reason: text('reason'), refundedBefore };
        return runOrderAction(
          id,
          () => readResponse(one.refund.$post({ param: { id }, json })),
          isCash
            ? `${formatRupees(amount)} are to be given back by hand. The shopper has a letter about it.`
            : `${formatRupees(amount)} go back. The shopper has a letter about it.`,
        );
      }}
      onDone={onDone}
    >
      <AmountField all={refundableAmount} />
      <AreaField name="reason" label="Why (the shopper reads it)" rows={2} maxLength={300} />
    </ActionForm>
  );
}

/** Field for an amount, with a button that fills in `all`, in rupees. */
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
          All that is left: {formatRupees(all)}
        </button>
      }
    />
  );
}

/** Form that records how cash was refunded by hand. */
export function SettleForm({ order: { id }, refundId, onDone }: FormProps & { refundId: string }) {
  return (
    <ActionForm
      submitLabel="It is back"
      send={({ text }) => {
        const param = { id, refund: refundId };
        return runOrderAction(
          id,
          () => readResponse(one.refunds[':refund'].settle.$post({ param, json: { text: text('text') } })),
          'Noted: the money is back.',
        );
      }}
      onDone={onDone}
    >
      <TextField name="text" label="How did it go back?" placeholder="UPI transfer 4711…" maxLength={200} />
    </ActionForm>
  );
}

type RetryProps = { orderId: string; refund: AdminOrder['refunds'][number] };

/** Button that sends a refund again after the provider rejected it, or a text that says why it cannot be sent again. */
export function RetryRefund({ orderId: id, refund }: RetryProps) {
  const { isPending, failure, run } = useOrderAction(id);
  if (!refund.isRetryable)
    return (
      <p className="soft">
        The bank had taken it on, and then it failed. Please settle it in the bank’s own pages.
      </p>
    );
  const retry = () => readResponse(one.refunds[':refund'].retry.$post({ param: { id, refund: refund.id } }));
  return (
    <>
      <FailureNote failure={failure} />
      <button
        type="button"
        className="link tap"
        aria-disabled={isPending}
        onClick={() => void run(retry, 'The bank is asked once more.')}
      >
        Ask the bank once more
      </button>
    </>
  );
}
