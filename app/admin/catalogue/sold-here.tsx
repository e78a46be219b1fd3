import { useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { changeStock } from './change-stock.ts';
import type { AdminVariant } from './contract.ts';

type Props = {
  product: { id: string; name: string };
  size: AdminVariant;
  /** What the button says, where it is not the only one. */
  text?: string;
};

/** One tap when somebody in the store has bought it, and one to take that back. */
export function SoldInStore({ product, size, text = 'Sold in the store' }: Props) {
  const [left, setLeft] = useState<number>();
  const isSold = left !== undefined;
  const { isPending, attempt, failure } = useSubmit();

  async function sell(change: 1 | -1) {
    const done = await attempt(() =>
      changeStock(product.id, {
        size: size.id,
        change,
        reason: change < 0 ? 'sold in the store' : 'not sold after all',
      }),
    );
    if (!done) return;
    setLeft(change < 0 ? done.sizes.find(({ id }) => id === size.id)?.onHand : undefined);
  }

  return (
    <>
      {isSold ? (
        <button
          type="button"
          className="btn quiet small"
          aria-disabled={isPending}
          aria-label={`Undo: ${product.name} was not sold`}
          onClick={() => void sell(1)}
        >
          Undo
        </button>
      ) : (
        size.available > 0 && (
          <button
            type="button"
            className="btn quiet small"
            aria-disabled={isPending}
            aria-label={`${text}: ${product.name}${size.label ? `, size ${size.label}` : ''}`}
            onClick={() => void sell(-1)}
          >
            {text}
          </button>
        )
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
