import { Icon } from '../../foundation/ui/icon.tsx';

/** Limits a quantity to whole numbers from 1 to `stock`. */
export function withinStock(requested: number, stock: number): number {
  const whole = Number.isFinite(requested) ? Math.trunc(requested) : 1;
  return Math.max(1, Math.min(whole, stock));
}

type Props = { value: number; stock: number; legend?: string; onChange: (quantity: number) => void };

/**
 * Number field between two buttons. `stock` must be at least 1. A button at the limit stays enabled, so that it keeps the focus.
 */
export function Quantity({ value, stock, legend = 'Quantity', onChange }: Props) {
  return (
    <fieldset className="stepper">
      <legend className="sr">{legend}</legend>
      <button
        type="button"
        aria-label="One less"
        aria-disabled={value <= 1}
        onClick={() => value > 1 && onChange(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        className="num"
        type="number"
        name="quantity"
        aria-label="How many"
        inputMode="numeric"
        min={1}
        max={stock}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange(withinStock(event.currentTarget.valueAsNumber, stock))}
      />
      <button
        type="button"
        aria-label="One more"
        aria-disabled={value >= stock}
        onClick={() => value < stock && onChange(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}
