import { useState } from 'react';
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

type Open = 'ship' | 'transition' | 'cancel' | 'inspect' | 'recall' | undefined;

const one = adminApi.orders[':id'];

/** What may be done with an order now, by the table of moves; the next step stands first. */
export function OrderActions({ order }: { order: AdminOrder }) {
  const { id, state, shipments, couriers } = order;
  const [open, setOpen] = useState<Open>();
  const { isPending, failure, run } = useOrderAction(id);
  const close = () => setOpen(undefined);
  const param = { id };
  const out = shipments.find(({ direction, isCancelled }) => direction === 'out' && !isCancelled);
  const courier = couriers.find((name) => name !== 'manual');
  const canShip = isAwaitingPickup(state) && !out;

  return (
    <section aria-label="What to do">
      <p className="mb-4">{nextStepLabel(order)}</p>
      <FailureNote failure={failure} />
      <div className="actions">
        {canTransition(state, 'packed', 'merchant') && (
          <button
            type="button"
            className="btn"
            aria-disabled={isPending}
            onClick={() =>
              void run(() => readResponse(one.pack.$post({ param })), 'Packed. The invoice is issued.')
            }
          >
            <Icon name="package" />
            Pack
          </button>
        )}
        {canShip && courier && (
          <button
            type="button"
            className="btn"
            aria-disabled={isPending}
            onClick={() =>
              void run(
                () => readResponse(one.ship.$post({ param, json: { courier } })),
                'The courier is told to fetch it.',
              )
            }
          >
            <Icon name="truck" />
            Hand to the courier
          </button>
        )}
        {canShip && (
          <Opens onOpen={() => setOpen('ship')} isMain={!courier}>
            {courier ? 'Somebody else carries it' : 'Hand over'}
          </Opens>
        )}
        {isAwaitingReturn(state) && (
          <button
            type="button"
            className="btn"
            aria-disabled={isPending}
            onClick={() =>
              void run(
                () => readResponse(one.shipment.$post({ param, json: { to: 'returned' } })),
                'It is here again. Please look at it.',
              )
            }
          >
            It is here again
          </button>
        )}
        {isAwaitingInspection(order) && (
          <Opens onOpen={() => setOpen('inspect')} isMain>
            Judge what came back
          </Opens>
        )}
        {manualTransitions(state).length > 0 && (
          <Opens
            onOpen={() => setOpen('transition')}
            isMain={!isAwaitingPickup(state) && !isAwaitingReturn(state)}
          >
            Say how far it is
          </Opens>
        )}
        {isAwaitingPickup(state) && out && (
          <Opens onOpen={() => setOpen('recall')}>Take the parcel back</Opens>
        )}
        {canTransition(state, 'cancelled', 'merchant') && (
          <button type="button" className="link tap" onClick={() => setOpen('cancel')}>
            Cancel the order
          </button>
        )}
      </div>
      <AdminDialog open={open === 'ship'} onClose={close} title="Who carries it?">
        <ShipForm order={order} onDone={close} />
      </AdminDialog>
      <AdminDialog open={open === 'transition'} onClose={close} title="How far is it?">
        <TransitionForm order={order} onDone={close} />
      </AdminDialog>
      <AdminDialog open={open === 'inspect'} onClose={close} title="What came back">
        <InspectReturnForm order={order} onDone={close} />
      </AdminDialog>
      <AdminDialog open={open === 'cancel'} onClose={close} title={`Cancel order ${order.number}?`}>
        <CancelForm order={order} onDone={close} />
      </AdminDialog>
      <ConfirmDialog
        open={open === 'recall'}
        onClose={close}
        title="Take the parcel back?"
        text="Its courier is told not to fetch it. You can hand it to another then."
        confirmLabel="Take it back"
        onConfirm={() =>
          runOrderAction(id, () => readResponse(one.recall.$post({ param })), 'The parcel is yours again.')
        }
      />
    </section>
  );
}

type OpensProps = { onOpen: () => void; isMain?: boolean; children: string };

function Opens({ onOpen, isMain = false, children }: OpensProps) {
  return (
    <button type="button" className={isMain ? 'btn' : 'btn quiet'} onClick={onOpen}>
      {children}
    </button>
  );
}
