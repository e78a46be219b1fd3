import { useState } from 'react';
import { formatRupees } from '../../../foundation/money.ts';
import { ActionForm } from '../../../foundation/ui/action-form.tsx';
import { AreaField, SelectField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { itemsText } from '../../../orders/messages.ts';
import { orderApi } from '../../admin-api.ts';
import { cancelledRefund } from '../rules.ts';
import { runOrderAction } from './use-action.ts';

/**
 * Form that cancels an order. Before the order is packed, staff choose the items and units to cancel. By default all are chosen.
 */
export function CancelForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { id, lines } = order;
  const open = lines.filter(({ cancellableQnty }) => cancellableQnty > 0);
  const [keptOf, setKeptOf] = useState<Readonly<Record<number, number>>>({});
  const items = open.map(({ line, cancellableQnty }) => ({
    line,
    qnty: cancellableQnty - (keptOf[line] ?? 0),
    of: cancellableQnty,
  }));
  const chosen = items.filter(({ qnty }) => qnty > 0);
  const isWhole = items.every(({ qnty, of }) => qnty === of);
  const isDivisible = open.length > 1 || open.some(({ cancellableQnty }) => cancellableQnty > 1);
  const refund = cancelledRefund(order, isWhole ? undefined : chosen);
  return (
    <ActionForm
      submitLabel={isWhole ? 'Cancel the order' : 'Cancel the chosen items'}
      submitClassName="btn destructive wide"
      check={() =>
        open.length > 0 && chosen.length === 0
          ? { [`cancel.${open[0]?.line}`]: 'Please choose at least one item.' }
          : {}
      }
      send={({ text }) =>
        runOrderAction(
          id,
          orderApi.cancel.$post({
            param: { id },
            json: { note: text('note'), ...(open.length > 0 && { items: chosen }) },
          }),
          'Cancelled. The shopper gets an email.',
        )
      }
      onDone={onDone}
    >
      {isDivisible &&
        open.map(({ line, cancellableQnty, ...item }) => (
          <SelectField
            key={line}
            name={`cancel.${line}`}
            label={`How many to cancel of ${itemsText([{ ...item, qnty: cancellableQnty }])}`}
            value={String(cancellableQnty - (keptOf[line] ?? 0))}
            onChange={(qnty) => setKeptOf({ ...keptOf, [line]: cancellableQnty - Number(qnty) })}
            options={Array.from({ length: cancellableQnty + 1 }, (_, index) =>
              String(cancellableQnty - index),
            )}
          />
        ))}
      <p>
        {isWhole ? 'All items go' : 'The cancelled items go'} back to stock
        {refund > 0 && `, ${formatRupees(refund)} is refunded`}, and the shopper gets an email. This cannot be
        undone.
      </p>
      <AreaField name="note" label="Reason (optional, the shopper sees it)" rows={2} maxLength={1000} />
    </ActionForm>
  );
}
