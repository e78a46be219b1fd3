import { formatRupees } from '../../../foundation/money.ts';
import { ActionForm, type FormInput } from '../../../foundation/ui/action-form.tsx';
import { AreaField, CheckField, RadioField, TextField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { adminApi } from '../../admin-api.ts';
import { DialogButton } from '../../layout/dialog.tsx';
import { formatTime } from '../../layout/format-times.ts';
import { parseRupees } from '../rules.ts';
import { runOrderAction } from './use-action.ts';

type FormProps = { order: AdminOrder; onDone: () => void };

const one = adminApi.orders[':id'];

function DecideReturnForm({ order: { id, couriers }, approve, onDone }: FormProps & { approve: boolean }) {
  const hasCourier = couriers.some((name) => name !== 'manual');
  return (
    <ActionForm
      submitLabel={approve ? 'Approve it' : 'Decline it'}
      send={({ text, isChecked }) => {
        const json = { approve, text: text('text'), fetch: isChecked('fetch') };
        return runOrderAction(
          id,
          one.return.$post({ param: { id }, json }),
          `${approve ? 'Approved.' : 'Declined.'} The shopper has a letter about it.`,
        );
      }}
      onDone={onDone}
    >
      {approve && hasCourier && (
        <CheckField name="fetch" label="The courier fetches it at the shopper’s door" defaultValue />
      )}
      <AreaField
        name="text"
        label={approve ? 'A word to the shopper (optional)' : 'Why not (the shopper reads it)'}
        rows={3}
        maxLength={1000}
      />
    </ActionForm>
  );
}

const conditions = [
  { value: 'resellable', label: 'Sound: it goes back to the shelf' },
  { value: 'damaged', label: 'Not sound: it is not sold again' },
];

/** Form that records the inspection of a return: whether it can be sold again, and how much is refunded. */
export function InspectReturnForm({ order: { id, refundableAmount, returns }, onDone }: FormProps) {
  const open = returns.find(({ isOpen }) => isOpen);
  const owed = Math.min(refundableAmount, open?.owed ?? refundableAmount);
  const hasAmount = refundableAmount > 0;
  const readAmount = (text: FormInput['text']) => (hasAmount ? parseRupees(text('amount')) : 0);
  return (
    <ActionForm
      submitLabel="Save"
      check={({ text }) => {
        const amount = readAmount(text);
        const isAmount = amount !== undefined && amount <= refundableAmount;
        return {
          ...(text('condition') === '' && { condition: 'Please look at it, and say how it is.' }),
          ...(!isAmount && { amount: `An amount in rupees, at most ${formatRupees(refundableAmount)}.` }),
        };
      }}
      send={({ text }) => {
        const amount = readAmount(text) ?? 0;
        const resellable = text('condition') === 'resellable';
        const json = {
          resellable,
          text: text('text'),
          ...(amount === owed ? {} : { amount }),
        };
        const notice = amount > 0 ? `${formatRupees(amount)} go back.` : 'Nothing goes back.';
        return runOrderAction(
          id,
          one.inspect.$post({ param: { id }, json }),
          resellable ? `${notice} It is on the shelf again.` : notice,
        );
      }}
      onDone={onDone}
    >
      <RadioField name="condition" legend="How is it?" options={conditions} />
      {hasAmount && (
        <>
          <TextField
            name="amount"
            label={`What goes back, in rupees, of ${formatRupees(refundableAmount)}`}
            inputMode="decimal"
            defaultValue={String(owed)}
          />
          <TextField name="text" label="A word about it (optional, the shopper reads it)" maxLength={300} />
        </>
      )}
    </ActionForm>
  );
}

type Props = { order: AdminOrder; request: AdminOrder['returns'][number] };

/** The customer's reason for a return, and the decision about it. */
export function ReturnRequest({ order, request }: Props) {
  const isUndecided = request.isOpen && request.approved === null;
  const isResellable = request.items.every(({ resellable }) => resellable);
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
          {request.inspected && (isResellable ? ' It came back sound.' : ' It did not come back sound.')}
        </p>
      )}
      <div className="actions">
        <DialogButton label="Approve" className="btn" isOffered={isUndecided} title="Approve the return">
          {(close) => <DecideReturnForm order={order} approve onDone={close} />}
        </DialogButton>
        <DialogButton label="Decline" isOffered={isUndecided} title="Decline the return">
          {(close) => <DecideReturnForm order={order} approve={false} onDone={close} />}
        </DialogButton>
      </div>
    </section>
  );
}
