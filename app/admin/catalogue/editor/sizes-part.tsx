import { useContext, useId, useState } from 'react';
import type { AdminProduct, StaffVariant } from '../../../catalogue/for-staff/contract.ts';
import { FieldError, FieldErrors, TextField } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { SoldInStore } from '../sold-here.tsx';
import { StockDialog } from '../stock-dialog.tsx';
import type { PartProps, SizeForm } from './product-form.ts';

/** The sizes and how many there are of each. A piece without sizes has one that has no name. */
export function SizesPart({ form, onChange, product }: PartProps & { product?: AdminProduct }) {
  const [changing, setChanging] = useState<StaffVariant>();
  const errorId = useId();
  const error = useContext(FieldErrors)('sizes');
  const { sizes } = form;
  const write = (at: number, change: Partial<SizeForm>) =>
    onChange({ sizes: sizes.map((size, index) => (index === at ? { ...size, ...change } : size)) });
  const hasNames = sizes.length > 1 || sizes.some(({ label }) => label !== '');
  return (
    <section>
      <h2>{hasNames ? 'Sizes and stock' : 'Stock'}</h2>
      <FieldError id={errorId} text={error} />
      <ul className="size-rows">
        {sizes.map((size, at) => {
          const stored = product?.sizes.find(({ id }) => id === size.id);
          const name = size.label || 'this piece';
          return (
            <li key={size.id ?? `new-${at}`}>
              {hasNames && (
                <TextField
                  label="Size"
                  value={size.label}
                  maxLength={20}
                  onChange={(label) => write(at, { label })}
                />
              )}
              {stored ? (
                <div className="stock-of">
                  <p>
                    <b className="num">{stored.onHand}</b> in stock
                    {stored.held > 0 && <span className="soft">, {stored.held} being paid for</span>}
                  </p>
                  {product && <SoldInStore product={product} size={stored} />}
                  <button type="button" className="btn quiet small" onClick={() => setChanging(stored)}>
                    Change stock
                  </button>
                </div>
              ) : (
                <TextField
                  label="In stock"
                  value={size.quantity}
                  inputMode="numeric"
                  onChange={(quantity) => write(at, { quantity })}
                />
              )}
              {sizes.length > 1 && (
                <button
                  type="button"
                  className="icon"
                  aria-label={`Take the size ${name} off`}
                  onClick={() => onChange({ sizes: sizes.filter((_, index) => index !== at) })}
                >
                  <Icon name="trash-2" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="link tap"
        onClick={() => onChange({ sizes: [...sizes, { label: '', quantity: '1' }] })}
      >
        <Icon name="plus" />
        Add a size
      </button>
      {product && changing && (
        <StockDialog product={product} size={changing} onClose={() => setChanging(undefined)} />
      )}
    </section>
  );
}
