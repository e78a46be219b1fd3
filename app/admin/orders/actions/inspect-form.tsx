import { useState } from 'react';
import { formatRupees } from '../../../foundation/money.ts';
import { ActionForm } from '../../../foundation/ui/action-form.tsx';
import { RadioField, TextField } from '../../../foundation/ui/fields.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import { itemsText } from '../../../orders/messages.ts';
import { orderApi } from '../../admin-api.ts';
import { type Inspection, inspectionErrors, inspectionOf } from '../rules.ts';
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
  const { id, refundedBefore } = order;
  const [refused, setRefused] = useState<readonly number[]>([]);
  const [input, setInput] = useState<string>();
  const inspection = inspectionOf(order, { refused, input });
  const { items, request, accepted, owed, amount } = inspection;
  return (
    <ActionForm
      submitLabel="Save"
      check={({ text }) => inspectionErrors(inspection, text)}
      send={({ text }) => {
        const findings = items.map((item) => {
          const accept = accepted.includes(item);
          return { line: item.line, accept, resellable: accept && text(`condition.${item.line}`) === 'good' };
        });
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
      {items.map((item) => (
        <ItemFields
          key={item.line}
          item={item}
          isReturn={request !== undefined}
          isAccepted={accepted.includes(item)}
          onChoose={(isAccepted) => {
            const others = refused.filter((line) => line !== item.line);
            setRefused(isAccepted ? others : [...others, item.line]);
          }}
        />
      ))}
      <RefundFields inspection={inspection} refundedBefore={refundedBefore} onChange={setInput} />
    </ActionForm>
  );
}

type ItemProps = {
  item: Inspection['items'][number];
  isReturn: boolean;
  isAccepted: boolean;
  onChoose: (isAccepted: boolean) => void;
};

function ItemFields({ item, isReturn, isAccepted, onChoose }: ItemProps) {
  return (
    <div className="grid gap-2">
      {isReturn && (
        <RadioField
          legend={`Do you take back ${itemsText([item])}?`}
          name={`accept.${item.line}`}
          options={acceptOptions}
          defaultValue="yes"
          onChange={(choice) => onChoose(choice === 'yes')}
        />
      )}
      {isAccepted && (
        <RadioField
          legend={
            isReturn ? 'In what condition is this item?' : `${itemsText([item])}: in what condition is it?`
          }
          name={`condition.${item.line}`}
          options={conditions}
        />
      )}
    </div>
  );
}

type RefundProps = { inspection: Inspection; refundedBefore: number; onChange: (input: string) => void };

function RefundFields({ inspection, refundedBefore, onChange }: RefundProps) {
  const { request, value, refundableAmount } = inspection;
  const hasAmount = refundableAmount > 0;
  return (
    <>
      {hasAmount && (
        <TextField
          name="amount"
          label={`Refund in rupees, at most ${formatRupees(refundableAmount)}`}
          inputMode="decimal"
          value={value}
          onChange={onChange}
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
    </>
  );
}
