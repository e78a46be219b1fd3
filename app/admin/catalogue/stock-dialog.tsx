import { type FormEvent, useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { AdminDialog } from '../layout/dialog.tsx';
import { FailureNote, SelectField, TextField } from '../layout/fields.tsx';
import { changeStock } from './change-stock.ts';
import type { AdminProduct, AdminVariant, StockReason } from './contract.ts';
import { parseNumber } from './editor/product-form.ts';

const reasons: { value: StockReason; label: string }[] = [
  { value: 'new pieces came in', label: 'New pieces came in' },
  { value: 'counted anew', label: 'Counted anew' },
  { value: 'sold in the store', label: 'Sold in the store' },
  { value: 'damaged', label: 'Damaged' },
  { value: 'given away or lent', label: 'Given away or lent' },
  { value: 'not sold after all', label: 'Not sold after all' },
];

type Props = { product: AdminProduct; size: AdminVariant; onClose: () => void };

/** How many there are now, and why. What changes is the difference, so that an order that comes meanwhile counts too. */
export function StockDialog({ product, size, onClose }: Props) {
  const [count, setCount] = useState(String(size.onHand));
  const [reason, setReason] = useState<StockReason>('counted anew');
  const { isPending, failure, attempt, errorOf } = useSubmit();
  const counted = parseNumber(count);
  const change = counted === undefined ? Number.NaN : counted - size.onHand;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (change === 0) return onClose();
    const saved = await attempt(() => changeStock(product.id, { size: size.id, change, reason }));
    if (saved) onClose();
  }

  return (
    <AdminDialog open onClose={onClose} title={size.label ? `Stock of size ${size.label}` : 'Stock'}>
      <form className="form" noValidate onSubmit={save}>
        <FailureNote failure={failure} />
        <TextField
          label="How many there are now"
          value={count}
          inputMode="numeric"
          onChange={setCount}
          error={errorOf('change')}
          help={
            change > 0
              ? `${change} more than before.`
              : change < 0
                ? `${-change} fewer than before.`
                : 'As many as before.'
          }
        />
        <SelectField
          label="Why"
          value={reason}
          options={reasons}
          onChange={(value) => setReason(reasons.find((one) => one.value === value)?.value ?? reason)}
          error={errorOf('reason')}
        />
        <button className="btn wide" type="submit" aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Change the stock'}
        </button>
      </form>
    </AdminDialog>
  );
}
