import { useState } from 'react';
import { useLayoutData } from '../../catalogue/use-layout-data.ts';
import { AreaField, SelectField } from '../../foundation/ui/fields.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import type { Order } from '../contract.ts';
import { dayAndTime, shortDay } from '../days.ts';
import { returnOrder } from '../orders-api.ts';
import { ConfirmOrderDialog } from '../pages/confirm-dialog.tsx';
import type { OrderMutation } from '../pages/use-order.ts';
import type { ReturnRequest } from './contract.ts';

/** Form that requests the return of a delivered order. After the request, shows the state of the return. */
export function ReturnOrder({ order, change }: { order: Order; change: OrderMutation }) {
  const isDelivered = order.state === 'delivered' && order.returnableUntil !== null;
  return (
    <>
      {order.returns.map((request) => (
        <ReturnStatus key={request.id} order={order} request={request} />
      ))}
      {isDelivered && order.returnableUntil && (
        <ReturnForm order={order} until={dayAndTime(new Date(order.returnableUntil))} change={change} />
      )}
    </>
  );
}

/** Button that opens the form. After the return period, a text with the end of the period. */
function ReturnForm({ order, until, change }: { order: Order; until: string; change: OrderMutation }) {
  const [isOpen, setOpen] = useState(false);
  // The values outlive the dialog: they are there again when it opens again.
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const days = useLayoutData()?.settings.returnDays;
  const reasons = order.returnReasons.map(({ text }) => text);
  return (
    <>
      {order.mayReturn ? (
        <div className="actions">
          <button type="button" className="btn warn small" onClick={() => setOpen(true)}>
            Return
          </button>
          <span className="small soft">
            Return available for {days ?? 'some'} days after delivery: till {until}
          </span>
        </div>
      ) : (
        <p className="small soft">
          It could be returned till {until}. If something is wrong with it, please{' '}
          <Link className="link" to={urls.reachUs}>
            write to us
          </Link>
          .
        </p>
      )}
      {isOpen && (
        <ConfirmOrderDialog
          title="Return this order"
          submitLabel="Request a return"
          pendingLabel="Sending..."
          dismissLabel="Keep the piece"
          check={() => (reason ? {} : { reason: 'Please say why.' })}
          send={(_, signal) => change.send(returnOrder(order._id, { reason, note }, signal))}
          onClose={() => setOpen(false)}
        >
          <p>
            This asks us; it does not yet return. We look at it and write to you at {order.userId.email}.
            Please keep the piece, its tags and its packing until then.
          </p>
          <SelectField
            name="reason"
            label="Why"
            value={reason}
            onChange={setReason}
            emptyLabel="Please choose"
            options={reasons}
          />
          <AreaField
            name="note"
            label={
              <>
                What should we know <span className="soft font-normal">optional</span>
              </>
            }
            value={note}
            onChange={setNote}
            maxLength={1000}
          />
        </ConfirmOrderDialog>
      )}
    </>
  );
}

function ReturnStatus({ order, request }: { order: Order; request: ReturnRequest }) {
  const { reason, note, requestedAt, decision } = request;
  return (
    <section className="basis-full">
      <h2 className="text-3">Your return</h2>
      <p className="soft wrap-anywhere">
        Requested on {shortDay(new Date(requestedAt))}
        {reason && `: ${reason}`}
        {note && `. ${note}`}
      </p>
      <p>{returnOutcome(order, request)}</p>
      {decision && <p className="soft wrap-anywhere whitespace-pre-line">{decision}</p>}
    </section>
  );
}

function returnOutcome(
  { state, userId }: Pick<Order, 'state' | 'userId'>,
  { approved, inspected }: ReturnRequest,
): string {
  if (approved === null) return `We look at it and write to you at ${userId.email}.`;
  if (!approved) return 'We could not take it back.';
  if (state === 'refunded') return 'It is back with us, and your money is on its way to you.';
  if (state !== 'returned') return 'We take it back.';
  return inspected
    ? 'It is back with us. We have looked at it, and it is not refunded.'
    : 'It is back with us. We look at it and send your money back.';
}
