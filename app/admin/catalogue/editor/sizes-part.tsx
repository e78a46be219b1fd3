import { useContext, useId } from 'react';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { FieldError, FieldErrors, TextField } from '../../../foundation/ui/fields.tsx';
import { ActionButton } from '../../layout/action-button.tsx';
import { SoldInStore, StockButton } from '../stock.tsx';
import type { PartProps, SizeForm } from './product-form.ts';

/** Fields for the sizes and their stock. A product without sizes has one size without a name. */
export function SizesPart({ form, onChange, product }: PartProps & { product?: AdminProduct }) {
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
        {sizes.map((size, at) => (
          <SizeRow
            key={size.id ?? `new-${at}`}
            size={size}
            product={product}
            hasName={hasNames}
            onChange={(change) => write(at, change)}
            onRemove={
              sizes.length > 1
                ? () => onChange({ sizes: sizes.filter((_, index) => index !== at) })
                : undefined
            }
          />
        ))}
      </ul>
      <ActionButton
        className="link tap"
        icon="plus"
        onClick={() => onChange({ sizes: [...sizes, { label: '', quantity: '1' }] })}
      >
        Add a size
      </ActionButton>
    </section>
  );
}

type RowProps = {
  size: SizeForm;
  product: AdminProduct | undefined;
  hasName: boolean;
  onChange: (change: Partial<SizeForm>) => void;
  /** Undefined for the only size, which cannot be removed. */
  onRemove: (() => void) | undefined;
};

/** Fields of a size: its name, and its current stock. A new size has a field for its initial stock instead. */
function SizeRow({ size, product, hasName, onChange, onRemove }: RowProps) {
  const savedSize = product?.sizes.find(({ id }) => id === size.id);
  return (
    <li>
      {hasName && (
        <TextField label="Size" value={size.label} maxLength={20} onChange={(label) => onChange({ label })} />
      )}
      {product && savedSize ? (
        <div className="stock-of">
          <p>
            <b className="num">{savedSize.onHand}</b> in stock
            {savedSize.held > 0 && (
              <span className="soft">, shoppers are paying for {savedSize.held} of them right now</span>
            )}
          </p>
          <SoldInStore product={product} size={savedSize} />
          <StockButton product={product} size={savedSize} />
        </div>
      ) : (
        <TextField
          label="In stock"
          value={size.quantity}
          inputMode="numeric"
          onChange={(quantity) => onChange({ quantity })}
        />
      )}
      {onRemove && (
        <ActionButton
          className="icon"
          icon="trash-2"
          label={`Remove the size ${size.label || 'without a name'}`}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
