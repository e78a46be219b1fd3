import { useState } from 'react';
import type { AdminProduct, StaffVariant } from '../../catalogue/for-staff/contract.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { SelectField, TextField } from '../../foundation/ui/fields.tsx';
import { AdminDialog } from '../layout/dialog.tsx';
import type { StockReason } from './contract.ts';
import { parseNumber } from './editor/product-form.ts';
import { changeStock } from './sold-here.tsx';

const reasons: { value: StockReason; label: string }[] = [
  { value: 'new pieces came in', label: 'New pieces came in' },
  { value: 'counted anew', label: 'Counted anew' },
  { value: 'sold in the store', label: 'Sold in the store' },
  { value: 'damaged', label: 'Damaged' },
  { value: 'given away or lent', label: 'Given away or lent' },
  { value: 'not sold after all', label: 'Not sold after all' },
];
const preselected: StockReason = 'counted anew';

type Props = { product: AdminProduct; size: StaffVariant; onClose: () => void };

/** Dialog that sets the stock of a size. The difference is sent, so that an order placed in the meantime counts too. */
export function StockDialog({ product, size, onClose }: Props) {
  const [count, setCount] = useState(String(size.onHand));
  const counted = parseNumber(count);
  const change = counted === undefined ? Number.NaN : counted - size.onHand;
  return (
    <AdminDialog open onClose={onClose} title={size.label ? `Stock of size ${size.label}` : 'Stock'}>
      <ActionForm
        submitLabel="Change the stock"
        pendingLabel="Saving..."
        send={async ({ text }) => {
          const reason = reasons.find(({ value }) => value === text('reason'))?.value ?? preselected;
          if (change !== 0) await changeStock(product.id, { size: size.id, change, reason });
        }}
        onDone={onClose}
      >
        <TextField
          name="change"
          label="How many there are now"
          value={count}
          inputMode="numeric"
          onChange={setCount}
          help={
            change > 0
              ? `${change} more than before.`
              : change < 0
                ? `${-change} fewer than before.`
                : 'As many as before.'
          }
        />
        <SelectField name="reason" label="Why" options={reasons} defaultValue={preselected} />
      </ActionForm>
    </AdminDialog>
  );
}
