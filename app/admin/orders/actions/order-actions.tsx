import { type ReactNode, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { FailureNote } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { canTransition } from '../../../orders/transitions.ts';
import { adminApi } from '../../admin-api.ts';
import { AdminDialog, ConfirmDialog } from '../../layout/dialog.tsx';
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

type DialogName = 'ship' | 'transition' | 'inspect' | 'cancel' | 'recall';

type OrderAction = ReturnType<typeof useOrderAction>;

const one = adminApi.orders[':id'];

/** What may be done with an order now, by the table of moves; the next step stands first. */
export function OrderActions({ order }: { order: AdminOrder }) {
  const { id, state, shipments } = order;
  const [open, setOpen] = useState<DialogName>();
  const action = useOrderAction(id);
  const outbound = shipments.find(({ direction, isCancelled }) => direction === 'out' && !isCancelled);

  return (
    <section aria-label="What to do">
      <p className="mb-4">{nextStepLabel(order)}</p>
      <FailureNote failure={action.failure} />
      <div className="actions">
        {canTransition(state, 'packed', 'merchant') && (
          <RunButton
            action={action}
            request={() => readResponse(one.pack.$post({ param: { id } }))}
            notice="Packed. The invoice is issued."
          >
            <Icon name="package" />
            Pack
          </RunButton>
        )}
        {isAwaitingPickup(state) && !outbound && (
          <ShipButtons order={order} action={action} onOpen={() => setOpen('ship')} />
        )}
        <ReturnButtons order={order} action={action} onOpen={() => setOpen('inspect')} />
        {manualTransitions(state).length > 0 && (
          <OpenButton
            onOpen={() => setOpen('transition')}
            isMain={!isAwaitingPickup(state) && !isAwaitingReturn(state)}
          >
            Say how far it is
          </OpenButton>
        )}
        {isAwaitingPickup(state) && outbound && (
          <OpenButton onOpen={() => setOpen('recall')}>Take the parcel back</OpenButton>
        )}
        {canTransition(state, 'cancelled', 'merchant') && (
          <button type="button" className="link tap" onClick={() => setOpen('cancel')}>
            Cancel the order
          </button>
        )}
      </div>
      <OrderDialogs order={order} open={open} onClose={() => setOpen(undefined)} />
    </section>
  );
}

type ButtonsProps = { order: AdminOrder; action: OrderAction; onOpen: () => void };

/** Buttons that ship a packed order: with the shop's courier, if it has one, or in a dialog with another. */
function ShipButtons({ order: { id, couriers }, action, onOpen }: ButtonsProps) {
  const courier = couriers.find((name) => name !== 'manual');
  return (
    <>
      {courier && (
        <RunButton
          action={action}
          request={() => readResponse(one.ship.$post({ param: { id }, json: { courier } }))}
          notice="The courier is told to fetch it."
        >
          <Icon name="truck" />
          Hand to the courier
        </RunButton>
      )}
      <OpenButton onOpen={onOpen} isMain={!courier}>
        {courier ? 'Somebody else carries it' : 'Hand over'}
      </OpenButton>
    </>
  );
}

/** Buttons for an order that comes back: one records its arrival, the other opens its inspection. */
function ReturnButtons({ order, action, onOpen }: ButtonsProps) {
  const param = { id: order.id };
  return (
    <>
      {isAwaitingReturn(order.state) && (
        <RunButton
          action={action}
          request={() => readResponse(one.shipment.$post({ param, json: { to: 'returned' } }))}
          notice="It is here again. Please look at it."
        >
          It is here again
        </RunButton>
      )}
      {isAwaitingInspection(order) && (
        <OpenButton onOpen={onOpen} isMain>
          Judge what came back
        </OpenButton>
      )}
    </>
  );
}

type DialogsProps = { order: AdminOrder; open: DialogName | undefined; onClose: () => void };

/** The dialogs of the actions, of which `open` is displayed. */
function OrderDialogs({ order, open, onClose }: DialogsProps) {
  const { id, number } = order;
  return (
    <>
      <AdminDialog open={open === 'ship'} onClose={onClose} title="Who carries it?">
        <ShipForm order={order} onDone={onClose} />
      </AdminDialog>
      <AdminDialog open={open === 'transition'} onClose={onClose} title="How far is it?">
        <TransitionForm order={order} onDone={onClose} />
      </AdminDialog>
      <AdminDialog open={open === 'inspect'} onClose={onClose} title="What came back">
        <InspectReturnForm order={order} onDone={onClose} />
      </AdminDialog>
      <AdminDialog open={open === 'cancel'} onClose={onClose} title={`Cancel order ${number}?`}>
        <CancelForm order={order} onDone={onClose} />
      </AdminDialog>
      <ConfirmDialog
        open={open === 'recall'}
        onClose={onClose}
        title="Take the parcel back?"
        text="Its courier is told not to fetch it. You can hand it to another then."
        confirmLabel="Take it back"
        onConfirm={() =>
          runOrderAction(
            id,
            () => readResponse(one.recall.$post({ param: { id } })),
            'The parcel is yours again.',
          )
        }
      />
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

type OpenProps = { onOpen: () => void; isMain?: boolean; children: string };

/** Button that opens a dialog. */
function OpenButton({ onOpen, isMain = false, children }: OpenProps) {
  return (
    <button type="button" className={isMain ? 'btn' : 'btn quiet'} onClick={onOpen}>
      {children}
    </button>
  );
}
