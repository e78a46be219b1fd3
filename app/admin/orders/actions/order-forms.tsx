import { useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { formatRupees } from '../../../foundation/money.ts';
import { ActionForm } from '../../../foundation/ui/action-form.tsx';
import { AreaField, SelectField, TextField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { stateLabels } from '../../../orders/rules.ts';
import { adminApi } from '../../admin-api.ts';
import { manualTransitions } from '../rules.ts';
import { runOrderAction } from './use-action.ts';

type FormProps = { order: AdminOrder; onDone: () => void };

const one = adminApi.orders[':id'];

/** Form that cancels an order, and says everything that the cancellation causes. */
export function CancelForm({ order: { id, refundableAmount }, onDone }: FormProps) {
  return (
    <ActionForm
      submitLabel="Cancel the order"
      submitClassName="btn destructive wide"
      send={({ text }) =>
        runOrderAction(
          id,
          readResponse(one.cancel.$post({ param: { id }, json: { note: text('note') } })),
          'Cancelled. The shopper has a letter about it.',
        )
      }
      onDone={onDone}
    >
      <p>
        Its pieces go back to the shelf
        {refundableAmount > 0 && `, ${formatRupees(refundableAmount)} go back to the shopper`}, and a letter
        says so. This cannot be taken back.
      </p>
      <AreaField name="note" label="Why (optional, the shopper reads it)" rows={2} maxLength={1000} />
    </ActionForm>
  );
}

/** Form for a parcel that is handed to a carrier without an API. */
export function ShipForm({ order: { id }, onDone }: FormProps) {
  return (
    <ActionForm
      submitLabel="It is on its way"
      send={({ text }) => {
        const manual = {
          carrier: text('manual.carrier'),
          awb: text('manual.awb'),
          trackUrl: text('manual.trackUrl'),
        };
        return runOrderAction(
          id,
          readResponse(one.ship.$post({ param: { id }, json: { courier: 'manual', manual } })),
          'Shipped. The shopper has a letter with the tracking link.',
        );
      }}
      onDone={onDone}
    >
      <TextField
        name="manual.carrier"
        label="Carrier"
        placeholder="Blue Dart, India Post, our own driver"
        maxLength={60}
      />
      <TextField name="manual.awb" label="Number on the parcel (optional)" maxLength={40} />
      <TextField
        name="manual.trackUrl"
        label="Tracking link (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
      />
    </ActionForm>
  );
}

/** Form that sets the next state of an order that no courier reports about. */
export function TransitionForm({ order, onDone }: FormProps) {
  const { id, state, paymentMethod, total } = order;
  const states = manualTransitions(state);
  const [chosen, setChosen] = useState<string>(states[0] ?? '');
  const to = states.find((value) => value === chosen);
  return (
    <ActionForm
      submitLabel="Save"
      send={async ({ text }) => {
        if (!to) return;
        const json = { to, note: text('note') };
        const response = readResponse(one.shipment.$post({ param: { id }, json }));
        await runOrderAction(id, response, `${stateLabels[to]}.`);
      }}
      onDone={onDone}
    >
      <SelectField
        label="It is now"
        value={chosen}
        onChange={setChosen}
        options={states.map((value) => ({ value, label: stateLabels[value] }))}
        help={
          to === 'delivered' && paymentMethod === 'COD'
            ? `Then ${formatRupees(total)} count as paid at the door.`
            : 'The shopper sees it in the timeline.'
        }
      />
      <TextField name="note" label="A word about it (optional, the shopper reads it)" maxLength={300} />
    </ActionForm>
  );
}
