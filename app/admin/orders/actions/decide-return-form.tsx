import { type FormEvent, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, CheckField, FailureNote } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { useOrderAction } from './use-action.ts';

type Props = { order: AdminOrder; approve: boolean; onDone: () => void };

/** Form that approves or declines a return, with a text for the customer. */
export function DecideReturnForm({ order: { id, couriers }, approve, onDone }: Props) {
  const hasCourier = couriers.some((name) => name !== 'manual');
  const [text, setText] = useState('');
  const [fetch, setFetch] = useState(hasCourier);
  const { isPending, failure, errorOf, run } = useOrderAction(id);

  async function decide(event: FormEvent) {
    event.preventDefault();
    const request = () =>
      readResponse(
        ordersApi.admin.orders[':id'].return.$post({
          param: { id },
          json: { approve, text, fetch: approve && fetch },
        }),
      );
    const notice = approve ? 'Approved.' : 'Declined.';
    if (await run(request, `${notice} The shopper has a letter about it.`)) onDone();
  }
  return (
    <form className="form" noValidate onSubmit={decide}>
      <FailureNote failure={failure} />
      {approve && hasCourier && (
        <CheckField label="The courier fetches it at the shopper’s door" value={fetch} onChange={setFetch} />
      )}
      <AreaField
        label={approve ? 'A word to the shopper (optional)' : 'Why not (the shopper reads it)'}
        value={text}
        onChange={setText}
        error={errorOf('text')}
        rows={3}
        maxLength={1000}
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : approve ? 'Approve it' : 'Decline it'}
      </button>
    </form>
  );
}
