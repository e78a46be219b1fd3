import { useState } from 'react';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { AdminDialog } from '../../layout/dialog.tsx';
import { formatTime } from '../../layout/format-times.ts';
import { DecideReturnForm } from './return-forms.tsx';

type Props = { order: AdminOrder; request: NonNullable<AdminOrder['return']> };

/** F-133: why the shopper wants to give it back, and the decision about it. */
export function ReturnRequest({ order, request }: Props) {
  const [open, setOpen] = useState<'approve' | 'decline'>();
  const close = () => setOpen(undefined);
  return (
    <section className="panel-box">
      <h2>{request.approved === null ? 'A return to decide' : 'Return'}</h2>
      <p>
        <b>{request.reason || 'No reason was given.'}</b>
      </p>
      {request.note && <blockquote>“{request.note}”</blockquote>}
      <p className="soft">Asked for {formatTime(request.requestedAt)}</p>
      {request.approved !== null && (
        <p>
          {request.approved ? 'Approved' : 'Declined'}
          {request.decision && `: ${request.decision}`}
          {request.resellable !== null &&
            (request.resellable ? ' It came back sound.' : ' It did not come back sound.')}
        </p>
      )}
      {order.state === 'return_requested' && (
        <div className="actions">
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
