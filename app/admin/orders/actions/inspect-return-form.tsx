import { type FormEvent, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { formatRupees } from '../../../foundation/money.ts';
import { FailureNote, TextField } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { parseRupees } from '../rules.ts';
import { useOrderAction } from './use-action.ts';

const judgements = [
  { resellable: true, text: 'Sound: it goes back to the shelf' },
  { resellable: false, text: 'Not sound: it is not sold again' },
];

/** The merchant has looked at what came back: whether it may be sold again, and what goes back of the money. */
export function InspectReturnForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { id, refundableAmount } = order;
  const [resellable, setResellable] = useState<boolean>();
  const [written, setWritten] = useState(String(refundableAmount));
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<{ resellable?: string; amount?: string }>({});
  const { isPending, failure, errorOf, run } = useOrderAction(id);

  async function save(event: FormEvent) {
    event.preventDefault();
    const amount = parseRupees(written);
    const isAmount = amount !== undefined && amount <= refundableAmount;
    setWrong({
      ...(resellable === undefined && { resellable: 'Please look at it, and say how it is.' }),
      ...(!isAmount && { amount: `An amount in rupees, at most ${formatRupees(refundableAmount)}.` }),
    });
    if (resellable === undefined || !isAmount) return;
    const request = () =>
      readResponse(
        ordersApi.admin.orders[':id'].inspect.$post({
          param: { id },
          json: { resellable, text, ...(amount === refundableAmount ? {} : { amount }) },
        }),
      );
    const notice = amount > 0 ? `${formatRupees(amount)} go back.` : 'Nothing goes back.';
    if (await run(request, resellable ? `${notice} It is on the shelf again.` : notice)) onDone();
  }
  return (
    <form className="form" noValidate onSubmit={save}>
      <FailureNote failure={failure} />
      <fieldset className="field" aria-describedby={wrong.resellable ? 'inspect-error' : undefined}>
        <legend>How is it?</legend>
        {judgements.map((one) => (
          <label className="check" key={one.text}>
            <input
              type="radio"
              name="sound"
              checked={resellable === one.resellable}
              onChange={() => setResellable(one.resellable)}
            />
            <span>{one.text}</span>
          </label>
        ))}
        {wrong.resellable && (
          <p className="error" id="inspect-error">
            {wrong.resellable}
          </p>
        )}
      </fieldset>
      {refundableAmount > 0 && (
        <>
          <TextField
            label={`What goes back, in rupees, of ${formatRupees(refundableAmount)}`}
            inputMode="decimal"
            value={written}
            onChange={setWritten}
            error={wrong.amount ?? errorOf('amount')}
          />
          <TextField
            label="A word about it (optional, the shopper reads it)"
            value={text}
            onChange={setText}
            error={errorOf('text')}
            maxLength={300}
          />
        </>
      )}
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'Save'}
      </button>
    </form>
  );
}
