import { type FormEvent, useState } from 'react';
import { readAnswer } from '../../../foundation/http/api-client.ts';
import { FailureNote, TextField } from '../../layout/fields.tsx';
import type { OfficeOrder } from '../contract.ts';
import { orderCalls } from '../orders-api.ts';
import { useAct } from './use-action.ts';

type Props = { order: OfficeOrder; refundId: string; onDone: () => void };

/** Cash went back by hand; the words say how, for the books. */
export function SettleForm({ order: { id }, refundId, onDone }: Props) {
  const [words, setWords] = useState('');
  const { isTrying, failure, errorOf, act } = useAct(id);

  async function settle(event: FormEvent) {
    event.preventDefault();
    const param = { id, refund: refundId };
    const call = () =>
      readAnswer(orderCalls.admin.orders[':id'].refunds[':refund'].settle.$post({ param, json: { words } }));
    if (await act(call, 'Noted: the money is back.')) onDone();
  }
  return (
    <form className="form" noValidate onSubmit={settle}>
      <FailureNote failure={failure} />
      <TextField
        label="How did it go back?"
        placeholder="UPI transfer 4711…"
        value={words}
        onChange={setWords}
        error={errorOf('words')}
        maxLength={200}
      />
      <button className="btn wide" type="submit" aria-disabled={isTrying}>
        {isTrying ? 'One moment...' : 'It is back'}
      </button>
    </form>
  );
}
