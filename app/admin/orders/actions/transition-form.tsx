import { type FormEvent, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { formatRupees } from '../../../foundation/money.ts';
import { stateLabels } from '../../../orders/rules.ts';
import { FailureNote, SelectField, TextField } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { manualTransitions } from '../rules.ts';
import { useOrderAction } from './use-action.ts';

/** Where no courier tells, the merchant says how far an order is. */
export function TransitionForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { id, state, paymentMethod, total } = order;
  const states = manualTransitions(state);
  const [chosen, setChosen] = useState<string>(states[0] ?? '');
  const [note, setNote] = useState('');
  const { isPending, failure, errorOf, run } = useOrderAction(id);
  const to = states.find((one) => one === chosen);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!to) return;
    const request = () =>
      readResponse(ordersApi.admin.orders[':id'].shipment.$post({ param: { id }, json: { to, note } }));
    if (await run(request, `${stateLabels[to]}.`)) onDone();
  }
  return (
    <form className="form" noValidate onSubmit={save}>
      <FailureNote failure={failure} />
      <SelectField
        label="It is now"
        value={chosen}
        onChange={setChosen}
        options={states.map((one) => ({ value: one, label: stateLabels[one] }))}
        help={
          to === 'delivered' && paymentMethod === 'COD'
            ? `Then ${formatRupees(total)} count as paid at the door.`
            : 'The shopper sees it in the timeline.'
        }
      />
      <TextField
        label="A word about it (optional, the shopper reads it)"
        value={note}
        onChange={setNote}
        error={errorOf('note')}
        maxLength={300}
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'Save'}
      </button>
    </form>
  );
}
