import { useState } from 'react';
import { useLayoutData } from '../../catalogue/use-layout-data.ts';
import { dayAndTime } from '../../foundation/indian-dates.ts';
import { AreaField, SelectField } from '../../foundation/ui/fields.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import type { Order } from '../contract.ts';
import { returnOrder } from '../orders-api.ts';
import { ChooseUnits, type ChosenUnits, chosenItems } from '../pages/choose-units.tsx';
import { ConfirmOrderDialog } from '../pages/confirm-dialog.tsx';
import type { OrderMutation } from '../pages/use-order.ts';
import { ReturnPhotos, useReturnPhotos } from './return-photos.tsx';
import { ReturnStatus } from './return-status.tsx';

type Props = { order: Order; change: OrderMutation };

/** The returns of an order, latest first, and the form that requests a return of delivered items. */
export function ReturnOrder({ order, change }: Props) {
  const { state, returnableUntil, mayReturn, returns } = order;
  return (
    <>
      {returns.toReversed().map((request) => (
        <ReturnStatus key={request.id} order={order} request={request} change={change} />
      ))}
      {returnableUntil && (mayReturn || state === 'delivered') && (
        <ReturnForm order={order} until={dayAndTime(new Date(returnableUntil))} change={change} />
      )}
    </>
  );
}

const claimOnlyText = 'only if it arrived damaged, or is not what you ordered';

/** Button that opens the return form. After the return period, a text says when the period ended. */
function ReturnForm({ order, until, change }: Props & { until: string }) {
  const [isOpen, setOpen] = useState(false);
  // Keep the form's values outside the dialog, so that they are restored when the dialog opens again.
  const input = useReturnInput(order);
  const days = useLayoutData()?.settings.returnDays;
  const period = days ? `Return available for ${days} days after delivery:` : 'Return available';
  return (
    <>
      {order.mayReturn ? (
        <div className="actions">
          <button type="button" className="btn warn small" onClick={() => setOpen(true)}>
            Return
          </button>
          <span className="small soft">
            {input.isClaimOnly
              ? `Return available till ${until}, ${claimOnlyText}`
              : `${period} till ${until}`}
          </span>
        </div>
      ) : (
        <p className="small soft">
          You could ask to return it till {until}. If something is wrong with it, please{' '}
          <Link className="link" to={urls.reachUs}>
            write to us
          </Link>
          .
        </p>
      )}
      {isOpen && <ReturnDialog {...{ order, change, input }} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Hook with the values of the return form, and the reasons and items that the customer can choose now. */
function useReturnInput(order: Order) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<ChosenUnits>(() => onlyItem(order));
  const upload = useReturnPhotos(order._id);
  const isClaimOnly = order.orderItems.every(({ returnableQnty }) => returnableQnty === 0);
  const reasons = order.returnReasons.filter(({ isClaim }) => isClaim || !isClaimOnly);
  const isClaim = reasons.some((each) => each.text === reason && each.isClaim);
  const choices = order.orderItems
    .filter(({ claimableQnty }) => claimableQnty > 0)
    .map((item) => ({
      item,
      max: isClaim || reason === '' ? item.claimableQnty : item.returnableQnty,
      ...(item.returnableQnty === 0 && { note: `This piece can be returned ${claimOnlyText}.` }),
    }));
  const values = { reason, note, chosen, items: chosenItems(choices, chosen) };
  return { ...values, setReason, setNote, setChosen, upload, isClaimOnly, reasons, choices };
}

type DialogProps = Props & { input: ReturnType<typeof useReturnInput>; onClose: () => void };

function ReturnDialog({ order, change, input, onClose }: DialogProps) {
  const { reason, note, items, upload } = input;
  return (
    <ConfirmOrderDialog
      title="Return this order"
      submitLabel="Request a return"
      pendingLabel="Sending..."
      dismissLabel="Keep the piece"
      check={() => ({
        ...(!reason && { reason: 'Please say why.' }),
        ...(items.length === 0 && { items: 'Please choose at least one piece.' }),
        ...(upload.unsentText && { note: upload.unsentText }),
      })}
      send={(_, signal) =>
        change.send(returnOrder(order._id, { items, reason, note, photos: upload.stored }, signal))
      }
      onClose={onClose}
    >
      <p>
        This only sends us a request. Please do not send the piece back until we have approved it. We will
        write to you at {order.userId.email}. Until then, please keep what you want to return, with its tags
        and its packing.
      </p>
      <SelectField
        name="reason"
        label="Why"
        value={reason}
        onChange={input.setReason}
        emptyLabel="Please choose"
        options={input.reasons.map(({ text }) => text)}
      />
      <ChooseUnits
        legend="Pieces to return"
        choices={input.choices}
        chosen={input.chosen}
        onChange={input.setChosen}
      />
      <AreaField
        name="note"
        label={
          <>
            Anything else we should know <span className="soft font-normal">optional</span>
          </>
        }
        value={note}
        onChange={input.setNote}
        maxLength={1000}
      />
      <ReturnPhotos upload={upload} />
    </ConfirmOrderDialog>
  );
}

/** Preselects the item if the order has only one item to return. */
function onlyItem({ orderItems }: Order): ChosenUnits {
  const [item, ...others] = orderItems.filter(({ claimableQnty }) => claimableQnty > 0);
  return item && others.length === 0 ? { [item.line]: item.claimableQnty } : {};
}
