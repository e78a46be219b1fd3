import { useState } from 'react';
import type { AdminProduct, ProductRow, StaffVariant } from '../../catalogue/for-staff/contract.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { adminApi, productQuery } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { AdminDialog } from '../layout/dialog.tsx';
import { refreshAdmin, setAdminData } from '../layout/use-admin.ts';
import type { AdjustStockInput } from './contract.ts';

/** Adjusts the stock of a size, and displays the updated product on every screen. */
export async function changeStock(id: string, change: AdjustStockInput): Promise<AdminProduct> {
  const product = await readResponse(adminApi.products[':id'].stock.$post({ param: { id }, json: change }));
  await setAdminData(productQuery(id), () => product);
  await refreshAdmin('products', 'product-history', 'dashboard');
  return product;
}

type Props = {
  product: { id: string; name: string };
  size: StaffVariant;
  /** Label of the button. */
  text?: string;
};

/** Button that records a sale in the store, and then one that undoes it. */
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

/** Sale in the store from the list of products. With several sizes, a dialog asks for the size. */
export function SoldInList({ row }: { row: ProductRow }) {
  const [asking, setAsking] = useState(false);
  const [only] = row.sizes;
  if (row.sizes.length === 1 && only) return <SoldInStore product={row} size={only} />;
  if (!row.sizes.some(({ available }) => available > 0)) return null;
  return (
    <>
      <ActionButton label={`Sold in the store: ${row.name}`} onClick={() => setAsking(true)}>
        Sold in the store
      </ActionButton>
      <AdminDialog open={asking} onClose={() => setAsking(false)} title="Which size was sold?">
        <ul className="size-rows">
          {row.sizes.map((size) => (
            <li key={size.id}>
              <SoldInStore product={row} size={size} text={`${size.label}: one of ${size.onHand}`} />
            </li>
          ))}
        </ul>
      </AdminDialog>
    </>
  );
}
