import { type FormEvent, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { FailureNote, TextField } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { useOrderAction } from './use-action.ts';

type Props = { order: AdminOrder; refundId: string; onDone: () => void };

/** Form that records how cash was refunded by hand. */
export function SettleForm({ order: { id }, refundId, onDone }: Props) {
  const [text, setText] = useState('');
  const { isPending, failure, errorOf, run } = useOrderAction(id);

  async function settle(event: FormEvent) {
    event.preventDefault();
    const param = { id, refund: refundId };
    const request = () =>
      readResponse(ordersApi.admin.orders[':id'].refunds[':refund'].settle.$post({ param, json: { text } }));
    if (await run(request, 'Noted: the money is back.')) onDone();
  }
  return (
    <form className="form" noValidate onSubmit={settle}>
      <FailureNote failure={failure} />
      <TextField
        label="How did it go back?"
        placeholder="UPI transfer 4711…"
        value={text}
        onChange={setText}
        error={errorOf('text')}
        maxLength={200}
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'It is back'}
      </button>
    </form>
  );
}
