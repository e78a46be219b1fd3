import { useState } from 'react';
import { AdminDialog } from '../../layout/dialog.tsx';
import { formatTime } from '../../layout/format-times.ts';
import type { AdminOrder } from '../contract.ts';
import { DecideReturnForm } from './decide-return-form.tsx';

type Props = { order: AdminOrder; wish: NonNullable<AdminOrder['return']> };

/** F-133: why the shopper wants to give it back, and the decision about it. */
export function ReturnRequest({ order, wish }: Props) {
  const [open, setOpen] = useState<'approve' | 'decline'>();
  const close = () => setOpen(undefined);
  return (
    <section className="panel-box">
      <h2>{wish.approved === null ? 'A return to decide' : 'Return'}</h2>
      <p>
        <b>{wish.reason || 'No reason was given.'}</b>
      </p>
      {wish.note && <blockquote>“{wish.note}”</blockquote>}
      <p className="soft">Asked for {formatTime(wish.requestedAt)}</p>
      {wish.approved !== null && (
        <p>
          {wish.approved ? 'Approved' : 'Declined'}
          {wish.decision && `: ${wish.decision}`}
          {wish.resellable !== null &&
            (wish.resellable ? ' It came back sound.' : ' It did not come back sound.')}
        </p>
      )}
      {order.state === 'return_requested' && (
        <div className="acts">
          <button type="button" className="btn" onClick={() => setOpen('approve')}>
            Approve
          </button>
          <button type="button" className="btn quiet" onClick={() => setOpen('decline')}>
            Decline
          </button>
        </div>
      )}
      <AdminDialog open={open === 'approve'} onClose={close} title="Approve the return">
        <DecideReturnForm order={order} approve onDone={close} />
      </AdminDialog>
      <AdminDialog open={open === 'decline'} onClose={close} title="Decline the return">
        <DecideReturnForm order={order} approve={false} onDone={close} />
      </AdminDialog>
    </section>
  );
}
