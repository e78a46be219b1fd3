import { useState } from 'react';
import { formatRupees } from '../../../foundation/money.ts';
import { ActionForm, type FormInput } from '../../../foundation/ui/action-form.tsx';
import { RadioField, TextField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { itemsText } from '../../../orders/messages.ts';
import { orderApi } from '../../admin-api.ts';
import { parseRupees } from '../../layout/numbers.ts';
import { acceptedAmount, itemsToInspect } from '../rules.ts';
import { runOrderAction } from './use-action.ts';

const conditions = [
  { value: 'good', label: 'Good: back to stock' },
  { value: 'damaged', label: 'Damaged: not back to stock' },
];
const acceptOptions = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No, send it back to the shopper' },
];

/**
 * Form that records the inspection of returned items. For each item, staff say whether the shop accepts it and whether it is good
 * or damaged. The form proposes the refund for the accepted items, and staff can change the amount.
 */
export function InspectReturnForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { id, refundableAmount, refundedBefore } = order;
  const { items, request } = itemsToInspect(order);
  const [refused, setRefused] = useState<readonly number[]>([]);
  const [input, setInput] = useState<string>();
  const accepted = items.filter(({ line }) => !refused.includes(line));
  const owed = request ? acceptedAmount(order, request, accepted) : refundableAmount;
  const hasAmount = refundableAmount > 0;
  const value = input ?? String(owed);
  const amount = hasAmount ? parseRupees(value) : 0;

  const findingsOf = (text: FormInput['text']) =>
    items.map(({ line }) => {
      const accept = !refused.includes(line);
      return { line, accept, resellable: accept && text(`condition.${line}`) === 'good' };
    });
  return (
    <ActionForm
      submitLabel="Save"
      check={({ text }) => ({
        ...Object.fromEntries(
          accepted
            .map(({ line }) => `condition.${line}`)
            .filter((name) => text(name) === '')
            .map((name) => [name, 'Please choose good or damaged.']),
        ),
        ...((amount === undefined || amount > refundableAmount) && {
          amount: `Please enter an amount in rupees, at most ${formatRupees(refundableAmount)}.`,
        }),
        ...(request &&
          (refused.length > 0 || amount === 0) &&
          text('text').trim() === '' && { text: 'Please tell the shopper the reason.' }),
      })}
      send={({ text }) => {
        const findings = findingsOf(text);
        const json = {
          items: findings,
          text: text('text'),
          ...(amount === owed ? {} : { amount: amount ?? 0 }),
        };
        const notice = amount ? `Refund of ${formatRupees(amount)}.` : 'No refund.';
        const isOnSale = findings.some(({ resellable }) => resellable);
        return runOrderAction(
          id,
          orderApi.inspect.$post({ param: { id }, json }),
          isOnSale ? `${notice} Good items are back in stock.` : notice,
        );
      }}
      onDone={onDone}
    >
      {items.map((item) => {
        const { line } = item;
        return (
          <div key={line} className="grid gap-2">
            {request && (
              <RadioField
                legend={`${itemsText([item])}: take it back?`}
                name={`accept.${line}`}
                options={acceptOptions}
                defaultValue="yes"
                onChange={(choice) =>
                  setRefused(
                    choice === 'no' ? [...refused, line] : refused.filter((position) => position !== line),
                  )
                }
              />
            )}
            {!refused.includes(line) && (
              <RadioField
                legend={
                  request ? 'In what condition is it?' : `${itemsText([item])}: in what condition is it?`
                }
                name={`condition.${line}`}
                options={conditions}
              />
            )}
          </div>
        );
      })}
      {hasAmount && (
        <TextField
          name="amount"
          label={`Refund in rupees, at most ${formatRupees(refundableAmount)}`}
          inputMode="decimal"
          value={value}
          onChange={setInput}
          help={
            request && refundedBefore > 0
              ? `${formatRupees(refundedBefore)} of this order was refunded before. If that was for these items, please write a lower amount.`
              : undefined
          }
        />
      )}
      {(hasAmount || request) && (
        <TextField
          name="text"
          label={
            request
              ? 'Note to the shopper (required if you send an item back or refund nothing)'
              : 'Note (optional, the shopper sees it)'
          }
          maxLength={300}
        />
      )}
    </ActionForm>
  );
}
