import { useContext, useId } from 'react';
import { Quantity } from '../../catalogue/product/quantity.tsx';
import { nameAndSize } from '../../catalogue/rules.ts';
import { FieldError, FieldErrors } from '../../foundation/ui/fields.tsx';
import type { Order } from '../contract.ts';

/** Number of chosen units, by the position of the order line. */
export type ChosenUnits = Readonly<Record<number, number>>;

/**
 * An item with the number of units that can be chosen now. `note` says why no unit can be chosen, or for which reasons the item
 * can be returned.
 */
type UnitChoice = { item: Order['orderItems'][number]; max: number; note?: string };

/** Returns the chosen items for the API. Caps each at the number of units that can be chosen now. */
export function chosenItems(choices: readonly UnitChoice[], chosen: ChosenUnits) {
  return choices.flatMap(({ item: { line }, max }) => {
    const qnty = Math.min(chosen[line] ?? 0, max);
    return qnty > 0 ? [{ line, qnty, of: max }] : [];
  });
}

type Props = {
  legend: string;
  choices: readonly UnitChoice[];
  chosen: ChosenUnits;
  onChange: (chosen: ChosenUnits) => void;
};

/** Form field `items`: checkboxes for the items of an order. An item with several units also has a quantity. */
export function ChooseUnits({ legend, choices, chosen, onChange }: Props) {
  const id = useId();
  const error = useContext(FieldErrors)('items');
  return (
    <fieldset className="field" aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
      {choices.map(({ item: { line, productName, sizeLabel }, max, note }) => {
        const quantity = Math.min(chosen[line] ?? 0, max);
        const name = nameAndSize(productName, sizeLabel);
        return (
          <div key={line} className="flex flex-wrap items-center justify-between gap-x-4">
            <label className="check">
              <input
                type="checkbox"
                checked={quantity > 0}
                disabled={max === 0}
                data-invalid={error ? true : undefined}
                onChange={({ target }) => onChange({ ...chosen, [line]: target.checked ? max : 0 })}
              />
              <span>
                {name}
                {note && <span className="small soft block">{note}</span>}
              </span>
            </label>
            {max > 1 && quantity > 0 && (
              <span className="flex items-center gap-3">
                <Quantity
                  legend={`Quantity of ${name}`}
                  value={quantity}
                  stock={max}
                  onChange={(value) => onChange({ ...chosen, [line]: value })}
                />
                <span className="small soft num">of {max}</span>
              </span>
            )}
          </div>
        );
      })}
      <FieldError id={id} text={error} />
    </fieldset>
  );
}
