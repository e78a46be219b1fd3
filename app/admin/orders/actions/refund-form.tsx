import { type FormEvent, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { formatRupees } from '../../../foundation/money.ts';
import { AreaField, FailureNote, TextField } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { parseRupees } from '../rules.ts';
import { useOrderAction } from './use-action.ts';

/** Whole or in part, with what is left beside the amount. */
export function RefundForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { id, refundableAmount, refundedBefore, receipts } = order;
  const [written, setWritten] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { isPending, failure, errorOf, run } = useOrderAction(id);
  const isCash = receipts.some(({ provider }) => provider === 'cash');

  async function refund(event: FormEvent) {
    event.preventDefault();
    const amount = parseRupees(written);
    if (amount === undefined || amount === 0 || amount > refundableAmount) {
      setWrong(`Please write an amount in rupees, at most ${formatRupees(refundableAmount)}.`);
      return;
    }
    setWrong(undefined);
    const request = () =>
      readResponse(
        ordersApi.admin.orders[':id'].refund.$post({
          param: { id },
          json: { amount, reason, refundedBefore },
        }),
      );
    const text = isCash
      ? `${formatRupees(amount)} are to be given back by hand. The shopper has a letter about it.`
      : `${formatRupees(amount)} go back. The shopper has a letter about it.`;
    if (await run(request, text)) onDone();
  }
  return (
    <form className="form" noValidate onSubmit={refund}>
      <FailureNote failure={failure} />
      <TextField
        label="Amount in rupees"
        inputMode="decimal"
        value={written}
        onChange={setWritten}
        error={wrong ?? errorOf('amount')}
        help={
          <button type="button" className="link" onClick={() => setWritten(String(refundableAmount))}>
            All that is left: {formatRupees(refundableAmount)}
          </button>
        }
      />
      <AreaField
        label="Why (the shopper reads it)"
        value={reason}
        onChange={setReason}
        error={errorOf('reason')}
        rows={2}
        maxLength={300}
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'Give it back'}
      </button>
    </form>
  );
}
