import { useState } from 'react';
import { formatRupees } from '../../../foundation/money.ts';
import { ActionForm } from '../../../foundation/ui/action-form.tsx';
import { FailureNote, SelectField, TextField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { payable } from '../../../orders/messages.ts';
import { stateLabels } from '../../../orders/rules.ts';
import { canTransition } from '../../../orders/transitions.ts';
import { orderApi } from '../../admin-api.ts';
import { ActionButton } from '../../layout/action-button.tsx';
import { ConfirmButton, DialogButton } from '../../layout/dialog.tsx';
import {
  isAwaitingPickup,
  isAwaitingReturn,
  manualTransitions,
  nextStepLabel,
  outboundShipment,
} from '../rules.ts';
import { CancelForm } from './cancel-form.tsx';
import { InspectReturnForm } from './inspect-form.tsx';
import { runOrderAction, useOrderAction } from './use-action.ts';

type FormProps = { order: AdminOrder; onDone: () => void };

/** Buttons for the actions that the order's state allows, the next step first. */
export function OrderActions({ order }: { order: AdminOrder }) {
  const { id, number, state } = order;
  const action = useOrderAction(id);
  const param = { id };
  const hasShipment = outboundShipment(order) !== undefined;
  const isPacked = isAwaitingPickup(state);

  return (
    <section aria-label="Next step">
      <p className="mb-4">{nextStepLabel(order)}</p>
      <FailureNote failure={action.failure} />
      <div className="actions">
        {canTransition(state, 'packed', 'merchant') && (
          <ActionButton
            className="btn"
            icon="package"
            isDisabled={action.isPending}
            onClick={() => action.run(() => orderApi.pack.$post({ param }), 'Packed. The invoice is issued.')}
          >
            Pack
          </ActionButton>
        )}
        <ShipButtons order={order} action={action} isOffered={isPacked && !hasShipment} />
        <ReturnButtons order={order} action={action} />
        <DialogButton
          label="Update status"
          className={isPacked || isAwaitingReturn(state) ? 'btn quiet' : 'btn'}
          isOffered={manualTransitions(state).length > 0}
          title="Update the status"
        >
          {(close) => <TransitionForm order={order} onDone={close} />}
        </DialogButton>
        <ConfirmButton
          label="Cancel the shipment"
          isOffered={isPacked && hasShipment}
          title="Cancel the shipment?"
          text="The courier is asked not to collect the order. You can then ship with another courier."
          confirmLabel="Cancel shipment"
          onConfirm={() => runOrderAction(id, orderApi.recall.$post({ param }), 'The shipment is cancelled.')}
        />
        <DialogButton
          label="Cancel the order"
          className="link tap"
          isOffered={canTransition(state, 'cancelled', 'merchant')}
          title={`Cancel order ${number}?`}
        >
          {(close) => <CancelForm order={order} onDone={close} />}
        </DialogButton>
      </div>
    </section>
  );
}

type ButtonsProps = { order: AdminOrder; action: ReturnType<typeof useOrderAction> };

/** Buttons for items that come back to the shop: first to record their arrival, then to inspect them. */
function ReturnButtons({ order, action: { isPending, run } }: ButtonsProps) {
  return (
    <>
      {isAwaitingReturn(order.state) && (
        <ActionButton
          className="btn"
          isDisabled={isPending}
          onClick={() =>
            run(
              () => orderApi.shipment.$post({ param: { id: order.id }, json: { to: 'returned' } }),
              'Marked as received. Please check the return.',
            )
          }
        >
          Mark as received
        </ActionButton>
      )}
      <DialogButton
        label="Check the return"
        className="btn"
        isOffered={order.isToInspect}
        title="Check the return"
      >
        {(close) => <InspectReturnForm order={order} onDone={close} />}
      </DialogButton>
    </>
  );
}

/**
 * Buttons that ship a packed order, either with the courier that the shop is connected to, or with another courier in a dialog.
 */
function ShipButtons({
  order,
  action: { isPending, run },
  isOffered,
}: ButtonsProps & { isOffered: boolean }) {
  const { id, couriers } = order;
  const courier = couriers.find((name) => name !== 'manual');
  const label = courier ? 'Ship with another courier' : 'Mark as shipped';
  return (
    <>
      {isOffered && courier && (
        <ActionButton
          className="btn"
          icon="truck"
          isDisabled={isPending}
          onClick={() =>
            run(
              () => orderApi.ship.$post({ param: { id }, json: { courier } }),
              'The courier is asked to collect the order.',
            )
          }
        >
          Hand to the courier
        </ActionButton>
      )}
      <DialogButton
        label={label}
        className={courier ? 'btn quiet' : 'btn'}
        isOffered={isOffered}
        title={label}
      >
        {(close) => <ShipForm order={order} onDone={close} />}
      </DialogButton>
    </>
  );
}

/** Form for a shipment with a courier that the shop is not connected to. */
function ShipForm({ order: { id }, onDone }: FormProps) {
  return (
    <ActionForm
      submitLabel="Mark as shipped"
      send={({ text }) => {
        const manual = {
          carrier: text('manual.carrier'),
          awb: text('manual.awb'),
          trackUrl: text('manual.trackUrl'),
        };
        return runOrderAction(
          id,
          orderApi.ship.$post({ param: { id }, json: { courier: 'manual', manual } }),
          'Shipped. The shopper gets an email.',
        );
      }}
      onDone={onDone}
    >
      <TextField
        name="manual.carrier"
        label="Courier"
        placeholder="Such as Blue Dart, India Post or your own driver"
        maxLength={60}
      />
      <TextField name="manual.awb" label="Tracking number (optional)" maxLength={40} />
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

/** Form that sets the next state of an order by hand, for example if no courier sends tracking updates. */
function TransitionForm({ order, onDone }: FormProps) {
  const { id, state, paymentMethod } = order;
  const states = manualTransitions(state);
  const [chosen, setChosen] = useState<string>(states[0] ?? '');
  const to = states.find((value) => value === chosen);
  return (
    <ActionForm
      submitLabel="Save"
      send={async ({ text }) => {
        if (!to) return;
        const json = { to, note: text('note') };
        const response = orderApi.shipment.$post({ param: { id }, json });
        await runOrderAction(id, response, `${stateLabels[to]}.`);
      }}
      onDone={onDone}
    >
      <SelectField
        label="New status"
        value={chosen}
        onChange={setChosen}
        options={states.map((value) => ({ value, label: stateLabels[value] }))}
        help={
          to === 'delivered' && paymentMethod === 'COD'
            ? `${formatRupees(payable(order))} is then marked as paid in cash.`
            : 'The shopper sees this status on the page of the order.'
        }
      />
      <TextField name="note" label="Note (optional, the shopper sees it)" maxLength={300} />
    </ActionForm>
  );
}
