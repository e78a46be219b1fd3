import { useState } from 'react';
import type { Order } from '../contract.ts';
import { canCancelPart, cancelTerms } from '../messages.ts';
import { cancelOrder } from '../orders-api.ts';
import { ChooseUnits, type ChosenUnits, chosenItems } from './choose-units.tsx';
import { ConfirmOrderDialog } from './confirm-dialog.tsx';
import type { OrderMutation } from './use-order.ts';

type Props = { order: Order; change: OrderMutation };

/** Button and dialog to cancel an order or some of its items. Renders nothing if nothing can be cancelled. */
export function CancelOrder({ order, change }: Props) {
  const [isOpen, setOpen] = useState(false);
  // True if the dialog offers to choose items. Set only when the dialog opens, because a failed request can show that the order
  // can no longer be cancelled in parts. The open dialog must not change then.
  const [isPart, setPart] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {order.mayCancel && (
        <div className="actions">
          <button
            type="button"
            className="btn warn small"
            onClick={() => {
              setPart(canCancelPart(order));
              setOpen(true);
            }}
          >
            Cancel order
          </button>
          <span className="small soft">{cancelPeriod(order)}</span>
        </div>
      )}
      {isOpen &&
        (isPart ? (
          <CancelItems order={order} change={change} onClose={close} />
        ) : (
          <ConfirmOrderDialog
            title="Cancel this order?"
            submitLabel="Cancel order"
            pendingLabel="Cancelling..."
            dismissLabel="Keep the order"
            send={(_, signal) => change.send(cancelOrder(order._id, {}, signal))}
            onClose={close}
          >
            <p>
              {countOpenItems(order) > 1 && 'This cancels every piece in the order. '}
              {cancelTerms(order)}
            </p>
          </ConfirmOrderDialog>
        ))}
    </>
  );
}

/** States until when the customer can cancel the order. */
function cancelPeriod(order: Order): string {
  if (order.state === 'pending_payment')
    return 'You have not paid for this order yet, so you can still cancel it.';
  return hasFixedItem(order)
    ? 'You can cancel the other pieces until we pack them.'
    : 'You can cancel until the courier sets out to collect your parcel.';
}

function countOpenItems({ orderItems }: Order): number {
  return orderItems.filter(({ units }) => units.some(({ state }) => state !== 'cancelled')).length;
}

/** True if an item cannot be cancelled although it is not packed. */
function hasFixedItem({ orderItems }: Order): boolean {
  return orderItems.some(
    ({ units, cancellableQnty }) => cancellableQnty === 0 && units.some(({ state }) => state === 'placed'),
  );
}

/** Dialog in which the customer chooses the items to cancel. All items are chosen initially. */
function CancelItems({ order, change, onClose }: Props & { onClose: () => void }) {
  const [chosen, setChosen] = useState<ChosenUnits>(() =>
    Object.fromEntries(order.orderItems.map(({ line, cancellableQnty }) => [line, cancellableQnty])),
  );
  const choices = order.orderItems
    .filter(({ units }) => units.some(({ state }) => state === 'placed'))
    .map((item) => ({
      item,
      max: item.cancellableQnty,
      ...(item.cancellableQnty === 0 && { note: 'This piece cannot be cancelled.' }),
    }));
  const items = chosenItems(choices, chosen);
  const isAll = choices.every(({ item, max }) => max > 0 && (chosen[item.line] ?? 0) >= max);
  return (
    <ConfirmOrderDialog
      title="What would you like to cancel?"
      submitLabel={isAll ? 'Cancel order' : 'Cancel these pieces'}
      pendingLabel="Cancelling..."
      dismissLabel="Keep the order"
      check={() => (items.length > 0 ? {} : { items: 'Please choose at least one piece.' })}
      send={(_, signal) => change.send(cancelOrder(order._id, { items }, signal))}
      onClose={onClose}
    >
      <ChooseUnits legend="Pieces to cancel" choices={choices} chosen={chosen} onChange={setChosen} />
      {items.length > 0 && <p aria-live="polite">{cancelTerms(order, items)}</p>}
      {items.length > 0 && !isAll && <p className="soft">We will send you the rest of the order.</p>}
    </ConfirmOrderDialog>
  );
}
