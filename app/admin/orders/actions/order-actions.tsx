import { useState } from 'react';
import { readAnswer } from '../../../foundation/http/api-client.ts';
import { mayMove } from '../../../orders/transitions.ts';
import { ConfirmDialog, OfficeDialog } from '../../layout/dialog.tsx';
import { FailureNote } from '../../layout/fields.tsx';
import { OfficeIcon } from '../../layout/icon.tsx';
import type { OfficeOrder } from '../contract.ts';
import { orderCalls } from '../orders-api.ts';
import { isAtHome, isBack, isComingBack, movesByHand, nextInWords } from '../rules.ts';
import { CancelForm } from './cancel-form.tsx';
import { JudgeForm } from './inspect-return-form.tsx';
import { CarryForm } from './ship-form.tsx';
import { MoveForm } from './transition-form.tsx';
import { doWithOrder, useAct } from './use-action.ts';

type Open = 'carry' | 'move' | 'cancel' | 'judge' | 'take-back' | undefined;

const one = orderCalls.admin.orders[':id'];

/** What may be done with an order now, by the table of moves; the next step stands first. */
export function OrderActions({ order }: { order: OfficeOrder }) {
  const { id, state, parcels, couriers } = order;
  const [open, setOpen] = useState<Open>();
  const { isTrying, failure, act } = useAct(id);
  const close = () => setOpen(undefined);
  const param = { id };
  const out = parcels.find(({ direction, isGivenUp }) => direction === 'out' && !isGivenUp);
  const courier = couriers.find((name) => name !== 'manual');
  const mayBeGiven = isAtHome(state) && !out;

  return (
    <section aria-label="What to do">
      <p className="mb-4">{nextInWords(order)}</p>
      <FailureNote failure={failure} />
      <div className="acts">
        {mayMove(state, 'packed', 'merchant') && (
          <button
            type="button"
            className="btn"
            aria-disabled={isTrying}
            onClick={() =>
              void act(() => readAnswer(one.pack.$post({ param })), 'Packed. The invoice is issued.')
            }
          >
            <OfficeIcon name="package" />
            Pack
          </button>
        )}
        {mayBeGiven && courier && (
          <button
            type="button"
            className="btn"
            aria-disabled={isTrying}
            onClick={() =>
              void act(
                () => readAnswer(one['hand-over'].$post({ param, json: { courier } })),
                'The courier is told to fetch it.',
              )
            }
          >
            <OfficeIcon name="truck" />
            Hand to the courier
          </button>
        )}
        {mayBeGiven && (
          <Opens onOpen={() => setOpen('carry')} isMain={!courier}>
            {courier ? 'Somebody else carries it' : 'Hand over'}
          </Opens>
        )}
        {isComingBack(state) && (
          <button
            type="button"
            className="btn"
            aria-disabled={isTrying}
            onClick={() =>
              void act(
                () => readAnswer(one.move.$post({ param, json: { to: 'returned' } })),
                'It is here again. Please look at it.',
              )
            }
          >
            It is here again
          </button>
        )}
        {isBack(order) && (
          <Opens onOpen={() => setOpen('judge')} isMain>
            Judge what came back
          </Opens>
        )}
        {movesByHand(state).length > 0 && (
          <Opens onOpen={() => setOpen('move')} isMain={!isAtHome(state) && !isComingBack(state)}>
            Say how far it is
          </Opens>
        )}
        {isAtHome(state) && out && <Opens onOpen={() => setOpen('take-back')}>Take the parcel back</Opens>}
        {mayMove(state, 'cancelled', 'merchant') && (
          <button type="button" className="link tap" onClick={() => setOpen('cancel')}>
            Cancel the order
          </button>
        )}
      </div>
      <OfficeDialog open={open === 'carry'} onClose={close} title="Who carries it?">
        <CarryForm order={order} onDone={close} />
      </OfficeDialog>
      <OfficeDialog open={open === 'move'} onClose={close} title="How far is it?">
        <MoveForm order={order} onDone={close} />
      </OfficeDialog>
      <OfficeDialog open={open === 'judge'} onClose={close} title="What came back">
        <JudgeForm order={order} onDone={close} />
      </OfficeDialog>
      <OfficeDialog open={open === 'cancel'} onClose={close} title={`Cancel order ${order.number}?`}>
        <CancelForm order={order} onDone={close} />
      </OfficeDialog>
      <ConfirmDialog
        open={open === 'take-back'}
        onClose={close}
        title="Take the parcel back?"
        words="Its courier is told not to fetch it. You can hand it to another then."
        confirm="Take it back"
        onConfirm={() =>
          doWithOrder(id, () => readAnswer(one['take-back'].$post({ param })), 'The parcel is yours again.')
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
