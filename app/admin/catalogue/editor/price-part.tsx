import { formatRupees } from '../../../foundation/money.ts';
import { SelectField, TextField } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { ActionButton } from '../../layout/action-button.tsx';
import { parseNumber } from '../../layout/numbers.ts';
import { Suggested } from './label-field.tsx';
import { attributeField, type PartProps, textField } from './product-form.ts';
import { taxAdvice } from './tax-advice.ts';

/** Fields for price, MRP and HSN code, with tax advice that changes while the user types. */
export function PricePart(part: PartProps) {
  const { form, labels } = part;
  const [price, mrp] = [parseNumber(form.price), parseNumber(form.mrp)];
  const isBelow = price !== undefined && mrp !== undefined && mrp < price;
  return (
    <section className="form two">
      <h2 className="full">Price and tax</h2>
      <TextField
        {...textField(part, 'price')}
        label="Price, ₹"
        inputMode="decimal"
        help={price === undefined ? 'All taxes included.' : `${formatRupees(price)}, all taxes included.`}
      />
      <TextField
        {...textField(part, 'mrp')}
        label="MRP, ₹"
        inputMode="decimal"
        error={isBelow ? 'The MRP is below the price.' : undefined}
        help="If the MRP is above the price, shoppers see it crossed out."
      />
      <Suggested {...attributeField(part, 'hsn')} known={labels.hsns} />
      <Advice {...part} />
    </section>
  );
}

/** Fields that say whether customers can return or cancel the product. */
export function TermsPart(part: PartProps) {
  return (
    <section className="form two">
      <h2 className="full">Returns and cancellations</h2>
      <SelectField
        {...textField(part, 'returnable')}
        label="Can shoppers return the product if they change their mind?"
        emptyLabel="Same as the category"
        options={flagOptions}
        help="Choose No for stitched, cut and customised products. A damaged or wrong product can always be returned."
      />
      <SelectField
        {...textField(part, 'cancellable')}
        label="Can shoppers cancel an order of this product before it is packed?"
        emptyLabel="Same as the category"
        options={flagOptions}
      />
    </section>
  );
}

const flagOptions = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

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
        <ActionButton key={rupees} onClick={() => onChange({ price: String(rupees) })}>
          Use {formatRupees(rupees)}
        </ActionButton>
      ))}
    </div>
  );
}
