import { type FormEvent, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { formatRupees } from '../../../foundation/money.ts';
import { AreaField, FailureNote } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { useOrderAction } from './use-action.ts';

/** Cannot be taken back, so it says all that will happen. */
export function CancelForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { id, refundableAmount } = order;
  const [note, setNote] = useState('');
  const { isPending, failure, errorOf, run } = useOrderAction(id);

  async function cancel(event: FormEvent) {
    event.preventDefault();
    const request = () =>
      readResponse(ordersApi.admin.orders[':id'].cancel.$post({ param: { id }, json: { note } }));
    if (await run(request, 'Cancelled. The shopper has a letter about it.')) onDone();
  }
  return (
    <form className="form" noValidate onSubmit={cancel}>
      <p>
        Its pieces go back to the shelf
        {refundableAmount > 0 && `, ${formatRupees(refundableAmount)} go back to the shopper`}, and a letter
        says so. This cannot be taken back.
      </p>
      <FailureNote failure={failure} />
      <AreaField
        label="Why (optional, the shopper reads it)"
        value={note}
        onChange={setNote}
        error={errorOf('note')}
        rows={2}
        maxLength={1000}
      />
      <button className="btn destructive wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'Cancel the order'}
      </button>
    </form>
  );
}
