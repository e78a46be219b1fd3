import { useState } from 'react';
import type { StaffVariant } from '../../catalogue/contract.ts';
import type { AdminProduct, ProductRow } from '../../catalogue/for-staff/contract.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { SelectField, TextField } from '../../foundation/ui/fields.tsx';
import { adminApi, productQuery } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { DialogButton } from '../layout/dialog.tsx';
import { parseNumber } from '../layout/numbers.ts';
import { refreshAdmin, setAdminData } from '../layout/use-admin.ts';
import type { AdjustStockInput, StockReason } from './contract.ts';

/** Adjusts the stock of a size, and shows the new stock on every screen. */
async function changeStock(id: string, change: AdjustStockInput): Promise<AdminProduct> {
  const product = await readResponse(adminApi.products[':id'].stock.$post({ param: { id }, json: change }));
  await setAdminData(productQuery(id), () => product);
  await refreshAdmin('products', 'product-history', 'dashboard');
  return product;
}

type Props = {
  product: { id: string; name: string };
  size: StaffVariant;
  text?: string;
};

/** Button that records a sale in the store. After the sale it becomes a button that undoes the sale. */
export function SoldInStore({ product, size, text = 'Sold in the store' }: Props) {
  const [left, setLeft] = useState<number>();
  const isSold = left !== undefined;
  const { isPending, attempt, failure } = useSubmit();

  async function sellOrUndo() {
    const done = await attempt(() =>
      changeStock(product.id, {
        size: size.id,
        change: isSold ? 1 : -1,
        reason: isSold ? 'not sold after all' : 'sold in the store',
      }),
    );
    if (done) setLeft(isSold ? undefined : done.sizes.find(({ id }) => id === size.id)?.onHand);
  }

  return (
    <>
      {(isSold || size.available > 0) && (
        <ActionButton
          isDisabled={isPending}
          label={
            isSold
              ? `Undo: ${product.name} was not sold`
              : `${text}: ${product.name}${size.label ? `, size ${size.label}` : ''}`
          }
          onClick={sellOrUndo}
        >
          {isSold ? 'Undo' : text}
        </ActionButton>
      )}
      <span role="status">{isSold && `Sold. ${left} left.`}</span>
      {failure && (
        <span className="madder" role="alert">
          {failure.message}
        </span>
      )}
    </>
  );
}

/** Button in the product list that records a sale in the store. If the product has several sizes, a dialog asks which one. */
export function SoldInList({ row }: { row: ProductRow }) {
  const [only] = row.sizes;
  if (row.sizes.length === 1 && only) return <SoldInStore product={row} size={only} />;
  if (!row.sizes.some(({ available }) => available > 0)) return null;
  return (
    <DialogButton
      label="Sold in the store"
      srText={`: ${row.name}`}
      className="btn quiet small"
      title="Which size was sold?"
    >
      {() => (
        <ul className="size-rows">
          {row.sizes.map((size) => (
            <li key={size.id}>
              <SoldInStore product={row} size={size} text={`${size.label} (${size.onHand} in stock)`} />
            </li>
          ))}
        </ul>
      )}
    </DialogButton>
  );
}

const reasons: { value: StockReason; label: string }[] = [
  { value: 'new pieces came in', label: 'New stock arrived' },
  { value: 'counted anew', label: 'Stock counted again' },
  { value: 'sold in the store', label: 'Sold in the store' },
  { value: 'damaged', label: 'Damaged' },
  { value: 'given away or lent', label: 'Given away or lent' },
  { value: 'not sold after all', label: 'Sale in the store undone' },
];
const preselected: StockReason = 'counted anew';

type StockProps = { product: AdminProduct; size: StaffVariant };

export function StockButton({ product, size }: StockProps) {
  return (
    <DialogButton
      label="Change stock"
      className="btn quiet small"
      title={size.label ? `Stock of size ${size.label}` : 'Stock'}
    >
      {(close) => <StockForm product={product} size={size} onDone={close} />}
    </DialogButton>
  );
}

/**
 * Form that changes the stock of a size. It sends the difference instead of the new stock, so that an order placed in the
 * meantime still counts.
 */
function StockForm({ product, size, onDone }: StockProps & { onDone: () => void }) {
  const [count, setCount] = useState(String(size.onHand));
  const counted = parseNumber(count);
  const change = counted === undefined ? Number.NaN : counted - size.onHand;
  return (
    <ActionForm
      submitLabel="Save stock"
      pendingLabel="Saving..."
      send={async ({ text }) => {
        const reason = reasons.find(({ value }) => value === text('reason'))?.value ?? preselected;
        if (change !== 0) await changeStock(product.id, { size: size.id, change, reason });
      }}
      onDone={onDone}
    >
      <TextField
        name="change"
        label="Units in stock now"
        value={count}
        inputMode="numeric"
        onChange={setCount}
        help={
          change > 0
            ? `${change} more than before.`
            : change < 0
              ? `${-change} fewer than before.`
              : 'No change.'
        }
      />
      <SelectField name="reason" label="Reason" options={reasons} defaultValue={preselected} />
    </ActionForm>
  );
}
