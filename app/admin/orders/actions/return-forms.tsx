import { formatDateTime } from '../../../foundation/indian-dates.ts';
import { ActionForm } from '../../../foundation/ui/action-form.tsx';
import { AreaField, CheckField, RadioField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { itemsText } from '../../../orders/messages.ts';
import { PhotoList } from '../../../orders/returns/photo-list.tsx';
import { orderApi } from '../../admin-api.ts';
import { DialogButton } from '../../layout/dialog.tsx';
import { outcomeLabel } from '../rules.ts';
import { runOrderAction } from './use-action.ts';

type Props = { order: AdminOrder; request: AdminOrder['returns'][number] };

const decisions = [
  { value: 'approve', label: 'Approve' },
  { value: 'decline', label: 'Decline' },
];

function DecideReturnForm({ order: { id, couriers }, request, onDone }: Props & { onDone: () => void }) {
  const hasCourier = couriers.some((name) => name !== 'manual');
  return (
    <ActionForm
      submitLabel="Save the decision"
      send={({ text, isChecked }) => {
        const approve = request.items.map(({ line }) => ({
          line,
          approve: text(`approve.${line}`) === 'approve',
        }));
        const json = { approve, text: text('text'), fetch: isChecked('fetch') };
        const isApproved = approve.some((item) => item.approve);
        return runOrderAction(
          id,
          orderApi.return.$post({ param: { id }, json }),
          `${isApproved ? 'Approved.' : 'Declined.'} The shopper gets an email.`,
        );
      }}
      onDone={onDone}
    >
      {request.items.map((item) => (
        <RadioField
          key={item.line}
          legend={itemsText([item])}
          name={`approve.${item.line}`}
          options={decisions}
          defaultValue="approve"
        />
      ))}
      {hasCourier && (
        <CheckField
          name="fetch"
          label="The courier collects the approved items from the shopper"
          defaultValue
        />
      )}
      <AreaField
        name="text"
        label="Note to the shopper (required if you decline an item)"
        rows={3}
        maxLength={1000}
      />
    </ActionForm>
  );
}

function AskForm({ order: { id }, onDone }: { order: AdminOrder; onDone: () => void }) {
  return (
    <ActionForm
      submitLabel="Send the question"
      send={({ text }) =>
        runOrderAction(
          id,
          orderApi.return.question.$post({ param: { id }, json: { text: text('text') } }),
          'The question was sent to the shopper by email.',
        )
      }
      onDone={onDone}
    >
      <AreaField name="text" label="Your question" rows={3} maxLength={1000} />
    </ActionForm>
  );
}

const noAnswerText = (isUndecided: boolean) =>
  isUndecided ? 'The shopper has not answered yet.' : 'The shopper did not answer.';

/** Shows a return: its items, the customer's reason, the staff's question with the customer's reply, and the decision. */
export function ReturnRequest({ order, request }: Props) {
  const isUndecided = request.isOpen && request.approved === null;
  return (
    <section className="panel-box">
      <h2>{isUndecided ? 'Return waiting for your decision' : 'Return'}</h2>
      <ul>
        {request.items.map((item) => (
          <li key={item.line}>
            {itemsText([item])}
            {outcomeLabel(item) && <span className="soft">: {outcomeLabel(item)}</span>}
          </li>
        ))}
      </ul>
      <p>
        <b>{request.reason || 'No reason given.'}</b>
      </p>
      {request.note && <blockquote>“{request.note}”</blockquote>}
      <p className="soft">Requested {formatDateTime(request.requestedAt)}</p>
      <PhotoList photos={request.photos} />
      {request.question && (
        <p>
          You asked: {request.question}
          <br />
          {request.answer ? `The shopper: ${request.answer}` : noAnswerText(isUndecided)}
        </p>
      )}
      {request.decision && <p className="whitespace-pre-line">You wrote: {request.decision}</p>}
      <div className="actions">
        <DialogButton
          label="Approve or decline"
          className="btn"
          isOffered={isUndecided}
          title="Approve or decline the return"
        >
          {(close) => <DecideReturnForm order={order} request={request} onDone={close} />}
        </DialogButton>
        <DialogButton label="Ask the shopper" isOffered={isUndecided} title="Ask the shopper">
          {(close) => <AskForm order={order} onDone={close} />}
        </DialogButton>
      </div>
    </section>
  );
}
