import { formatRupees } from '../../../foundation/money.ts';
import { TextField } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { Suggested } from './name-part.tsx';
import type { PartProps } from './part-props.ts';
import { parseNumber } from './product-form.ts';
import { taxAdvice } from './tax-advice.ts';

/** Price, MRP and what the tax office takes of it, said as one types. */
export function PricePart({ form, labels, onChange, errorOf }: PartProps) {
  const [price, mrp] = [parseNumber(form.price), parseNumber(form.mrp)];
  const isBelow = price !== undefined && mrp !== undefined && mrp < price;
  return (
    <section className="form two">
      <h2 className="full">Price and tax</h2>
      <TextField
        label="Price, ₹"
        value={form.price}
        inputMode="decimal"
        onChange={(text) => onChange({ price: text })}
        error={errorOf('price')}
        help={price === undefined ? 'All taxes included.' : `${formatRupees(price)}, all taxes included.`}
      />
      <TextField
        label="MRP, ₹"
        value={form.mrp}
        inputMode="decimal"
        onChange={(text) => onChange({ mrp: text })}
        error={isBelow ? 'The MRP is below the price.' : errorOf('mrp')}
        help="Struck through where it is above the price."
      />
      <Suggested
        label="HSN"
        value={form.texts.hsn}
        known={labels.hsns}
        error={errorOf('attributes.hsn')}
        onChange={(hsn) => onChange({ texts: { ...form.texts, hsn } })}
      />
      <Advice form={form} labels={labels} onChange={onChange} errorOf={errorOf} />
    </section>
  );
}

function Advice({ form, labels, onChange }: PartProps) {
  const { hsn } = form.texts;
  const advice = taxAdvice({ hsn, price: parseNumber(form.price) }, labels.rates, labels.today);
  return (
    <div className="tax-advice" role="status">
      {advice && (
        <p className={advice.isWarning ? 'error' : 'soft'}>
          {advice.isWarning && <Icon name="circle-alert" />}
          <span>{advice.text}</span>
        </p>
      )}
      {advice?.offers.map((rupees) => (
        <button
          key={rupees}
          type="button"
          className="btn quiet small"
          onClick={() => onChange({ price: String(rupees) })}
        >
          Take {formatRupees(rupees)}
        </button>
      ))}
    </div>
  );
}
