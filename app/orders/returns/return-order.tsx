import { type RefObject, useId, useRef, useState } from 'react';
import { useLayoutData } from '../../catalogue/use-layout-data.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import type { Order } from '../contract.ts';
import { dayAndTime, shortDay } from '../days.ts';
import { returnOrder } from '../orders-api.ts';
import { ConfirmOrderDialog } from '../pages/confirm-dialog.tsx';
import type { OrderMutation } from '../pages/use-order.ts';
import { returnReasons } from '../rules.ts';

/** Form that requests the return of a delivered order. After the request, shows the state of the return. */
export function ReturnOrder({ order, change }: { order: Order; change: OrderMutation }) {
  if (order.return) return <ReturnStatus order={order} request={order.return} />;
  if (order.state !== 'delivered' || order.returnableUntil === null) return null;
  return <ReturnForm order={order} until={dayAndTime(new Date(order.returnableUntil))} change={change} />;
}

function ReturnForm({ order, until, change }: { order: Order; until: string; change: OrderMutation }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const { busy, message, send } = change;

  function submit() {
    setMissing(reason === '');
    if (reason === '') {
      select.current?.focus();
      return;
    }
    void send(() => returnOrder(order._id, { reason, note })).then((done) => done && setOpen(false));
  }
  return (
    <>
      <ReturnOffer open={order.mayReturn} until={until} onReturn={() => setOpen(true)} />
      {isOpen && (
        <ConfirmOrderDialog
          title="Return this order"
          confirmLabel="Request a return"
          busyLabel="Sending..."
          dismissLabel="Keep the piece"
          busy={busy}
          error={message}
          onConfirm={submit}
          onClose={() => setOpen(false)}
        >
          <p>
            This asks us; it does not yet return. We look at it and write to you at {order.userId.email}.
            Please keep the piece, its tags and its packing until then.
          </p>
          <ReasonField
            id={id}
            select={select}
            reason={reason}
            missing={missing}
            onChange={(value) => {
              setReason(value);
              setMissing(false);
            }}
          />
          <div className="field">
            <label htmlFor={`${id}-note`}>
              What should we know <span className="soft font-normal">optional</span>
            </label>
            <textarea
              id={`${id}-note`}
              className="input"
              maxLength={1000}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          </div>
        </ConfirmOrderDialog>
      )}
    </>
  );
}

/** Button that opens the form. After the return period, a text with the end of the period. */
function ReturnOffer({ open, until, onReturn }: { open: boolean; until: string; onReturn: () => void }) {
  const days = useLayoutData()?.settings.returnDays;
  return open ? (
    <div className="actions">
      <button type="button" className="btn warn small" onClick={onReturn}>
        Return
      </button>
      <span className="small soft">
        Return available for {days ?? 'some'} days after delivery: till {until}
      </span>
    </div>
  ) : (
    <p className="small soft">
      It could be returned till {until}. If something is wrong with it, please{' '}
      <Link className="link" to="/reach-us">
        write to us
      </Link>
      .
    </p>
  );
}

type ReasonFieldProps = {
  /** Prefix of the ids of the field's elements. */
  id: string;
  select: RefObject<HTMLSelectElement | null>;
  reason: string;
  /** True from a submission without a reason until the customer chooses a reason. */
  missing: boolean;
  onChange: (reason: string) => void;
};

function ReasonField({ id, select, reason, missing, onChange }: ReasonFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`${id}-why`}>Why</label>
      <select
        ref={select}
        id={`${id}-why`}
        className="input"
        value={reason}
        aria-invalid={missing ? true : undefined}
        aria-describedby={missing ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">Please choose</option>
        {returnReasons.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      {missing && (
        <p className="error" id={`${id}-error`} role="alert">
          <Icon name="circle-alert" />
          Please say why.
        </p>
      )}
    </div>
  );
}

function ReturnStatus({ order, request }: { order: Order; request: NonNullable<Order['return']> }) {
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
  { approved, inspected }: NonNullable<Order['return']>,
): string {
  if (approved === null) return `We look at it and write to you at ${userId.email}.`;
  if (!approved) return 'We could not take it back.';
  if (state === 'refunded') return 'It is back with us, and your money is on its way to you.';
  if (state !== 'returned') return 'We take it back.';
  return inspected
    ? 'It is back with us. We have looked at it, and it is not refunded.'
    : 'It is back with us. We look at it and send your money back.';
}
