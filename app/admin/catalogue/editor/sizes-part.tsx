import { useState } from 'react';
import { TextField } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import type { AdminProduct, AdminVariant } from '../contract.ts';
import { SoldInStore } from '../sold-here.tsx';
import { StockDialog } from '../stock-dialog.tsx';
import type { PartProps } from './part-props.ts';
import type { SizeForm } from './product-form.ts';

/** The sizes and how many there are of each. A piece without sizes has one that has no name. */
export function SizesPart({ form, onChange, errorOf, product }: PartProps & { product?: AdminProduct }) {
  const [changing, setChanging] = useState<AdminVariant>();
  const { sizes } = form;
  const write = (at: number, change: Partial<SizeForm>) =>
    onChange({ sizes: sizes.map((size, index) => (index === at ? { ...size, ...change } : size)) });
  const hasNames = sizes.length > 1 || sizes.some(({ label }) => label !== '');
  return (
    <section>
      <h2>{hasNames ? 'Sizes and stock' : 'Stock'}</h2>
      {errorOf('sizes') && (
        <p className="error">
          <Icon name="circle-alert" />
          {errorOf('sizes')}
        </p>
      )}
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
