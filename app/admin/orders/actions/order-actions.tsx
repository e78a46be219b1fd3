import type { ReactNode } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { FailureNote } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { canTransition } from '../../../orders/transitions.ts';
import { adminApi } from '../../admin-api.ts';
import { ConfirmButton, DialogButton } from '../../layout/dialog.tsx';
import {
  isAwaitingInspection,
  isAwaitingPickup,
  isAwaitingReturn,
  manualTransitions,
  nextStepLabel,
} from '../rules.ts';
import { CancelForm, ShipForm, TransitionForm } from './order-forms.tsx';
import { InspectReturnForm } from './return-forms.tsx';
import { runOrderAction, useOrderAction } from './use-action.ts';

type OrderAction = ReturnType<typeof useOrderAction>;

const one = adminApi.orders[':id'];

/** The actions that the table of transitions allows, the next step first. */
export function OrderActions({ order }: { order: AdminOrder }) {
  const { id, number, state, shipments } = order;
  const action = useOrderAction(id);
  const param = { id };
  const hasShipment = shipments.some(({ direction, isCancelled }) => direction === 'out' && !isCancelled);
  const isPacked = isAwaitingPickup(state);
  const isComingBack = isAwaitingReturn(state);

  return (
    <section aria-label="What to do">
      <p className="mb-4">{nextStepLabel(order)}</p>
      <FailureNote failure={action.failure} />
      <div className="actions">
        {canTransition(state, 'packed', 'merchant') && (
          <RunButton
            action={action}
            request={() => readResponse(one.pack.$post({ param }))}
            notice="Packed. The invoice is issued."
          >
            <Icon name="package" />
            Pack
          </RunButton>
        )}
        <ShipButtons order={order} action={action} isOffered={isPacked && !hasShipment} />
        {isComingBack && (
          <RunButton
            action={action}
            request={() => readResponse(one.shipment.$post({ param, json: { to: 'returned' } }))}
            notice="It is here again. Please look at it."
          >
            It is here again
          </RunButton>
        )}
        <DialogButton
          label="Judge what came back"
          className="btn"
          isOffered={isAwaitingInspection(order)}
          title="What came back"
        >
          {(close) => <InspectReturnForm order={order} onDone={close} />}
        </DialogButton>
        <DialogButton
          label="Say how far it is"
          className={isPacked || isComingBack ? 'btn quiet' : 'btn'}
          isOffered={manualTransitions(state).length > 0}
          title="How far is it?"
        >
          {(close) => <TransitionForm order={order} onDone={close} />}
        </DialogButton>
        <ConfirmButton
          label="Take the parcel back"
          isOffered={isPacked && hasShipment}
          title="Take the parcel back?"
          text="Its courier is told not to fetch it. You can hand it to another then."
          confirmLabel="Take it back"
          onConfirm={() =>
            runOrderAction(id, readResponse(one.recall.$post({ param })), 'The parcel is yours again.')
          }
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

type ShipProps = { order: AdminOrder; action: OrderAction; isOffered: boolean };

/** Buttons that ship a packed order: with the shop's courier, if it has one, or in a dialog with another. */
function ShipButtons({ order, action, isOffered }: ShipProps) {
  const { id, couriers } = order;
  const courier = couriers.find((name) => name !== 'manual');
  return (
    <>
      {isOffered && courier && (
        <RunButton
          action={action}
          request={() => readResponse(one.ship.$post({ param: { id }, json: { courier } }))}
          notice="The courier is told to fetch it."
        >
          <Icon name="truck" />
          Hand to the courier
        </RunButton>
      )}
      <DialogButton
        label={courier ? 'Somebody else carries it' : 'Hand over'}
        className={courier ? 'btn quiet' : 'btn'}
        isOffered={isOffered}
        title="Who carries it?"
      >
        {(close) => <ShipForm order={order} onDone={close} />}
      </DialogButton>
    </>
  );
}

type RunProps = {
  action: OrderAction;
  request: () => Promise<AdminOrder>;
  /** Displayed after the request succeeded. */
  notice: string;
  children: ReactNode;
};

/** Button that changes the order without a dialog. Disabled while one of these requests is in progress. */
function RunButton({ action: { isPending, run }, request, notice, children }: RunProps) {
  return (
    <button type="button" className="btn" aria-disabled={isPending} onClick={() => void run(request, notice)}>
      {children}
    </button>
  );
}
