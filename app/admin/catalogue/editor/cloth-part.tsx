import { descriptionOf, type FieldName, fieldsIn, productFields } from '../../../catalogue/product-fields.ts';
import { readDescription } from '../../../catalogue/rules.ts';
import { AreaField, TextField } from '../../../foundation/ui/fields.tsx';
import { Fringe } from '../../../foundation/ui/fringe.tsx';
import { familyOf, type MeasuredPart, partsOf } from './families.ts';
import { Suggested } from './name-part.tsx';
import type { PartProps } from './part-props.ts';
import { type MeasureForm, toAttributes } from './product-form.ts';

/** Fields about the cloth, from which the description is generated. */
export function ClothPart(props: PartProps) {
  const { form, labels } = props;
  const category = labels.categories.find(({ id }) => id === form.category)?.name ?? '';
  const family = familyOf(category);
  const show = (name: FieldName) => <ClothField key={name} {...props} name={name} />;
  return (
    <section className="form two">
      <h2 className="full">The cloth</h2>
      {fieldsIn('cloth').map(show)}
      {family === 'saree' && fieldsIn('blouse').map(show)}
      <Measures {...props} parts={partsOf[family]} />
      {fieldsIn('length', 'origin', 'weight', 'loom').map(show)}
      <Description {...props} />
    </section>
  );
}

function ClothField({ form, labels, onChange, errorOf, name }: PartProps & { name: FieldName }) {
  const { label, help, rows, unit, max } = productFields[name];
  const set = (text: string) => onChange({ texts: { ...form.texts, [name]: text } });
  const field = { label, help, value: form.texts[name], onChange: set, error: errorOf(`attributes.${name}`) };
  if (name === 'place')
    return (
      <Suggested
        {...field}
        known={labels.places.map((place) => place.name)}
        onChange={(place) => {
          const region = labels.places.find((one) => one.name === place)?.region;
          onChange({ texts: { ...form.texts, place, ...(region && { region }) } });
        }}
      />
    );
  if (rows) return <AreaField {...field} className="full" rows={rows} maxLength={max} />;
  return unit ? <TextField {...field} inputMode="numeric" /> : <TextField {...field} maxLength={max} />;
}

function Measures({ form, onChange, errorOf, parts }: PartProps & { parts: readonly MeasuredPart[] }) {
  const others = form.measures
    .filter(({ part }) => !parts.some((one) => one.part === part))
    .map(({ part }): MeasuredPart => ({ part, label: part, hasWidth: true }));
  const shown = [...parts, ...others];
  const measureOf = (part: string): MeasureForm =>
    form.measures.find((one) => one.part === part) ?? { part, cm: '', byCm: '' };

  function write(part: string, change: Partial<MeasureForm>) {
    const measures = shown
      .map((one) => (one.part === part ? { ...measureOf(part), ...change } : measureOf(one.part)))
      .filter(({ cm, byCm }) => cm.trim() !== '' || byCm.trim() !== '');
    onChange({ measures });
  }

  return (
    <fieldset className="full measures">
      <legend className="label">Measures, in centimetres</legend>
      {shown.map(({ part, label, hasWidth }) => (
        <div key={part}>
          <TextField
            label={label}
            value={measureOf(part).cm}
            inputMode="decimal"
            onChange={(cm) => write(part, { cm })}
          />
          {hasWidth && (
            <TextField
              label={part === 'whole' ? 'Width' : `${label}: width`}
              value={measureOf(part).byCm}
              inputMode="decimal"
              onChange={(byCm) => write(part, { byCm })}
            />
          )}
        </div>
      ))}
      {errorOf('attributes.measures') && <p className="error">{errorOf('attributes.measures')}</p>}
    </fieldset>
  );
}

/** The description as the shop writes it. */
function Description({ form }: PartProps) {
  const attributes = toAttributes(form);
  const lines = readDescription(descriptionOf(attributes));
  return (
    <div className="full panel-box">
      <h3 className="label">The description, as shoppers read it</h3>
      {lines.length === 0 && <p className="soft">Nothing is told of the cloth yet.</p>}
      <dl className="description-lines">
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {attributes.loomDays !== undefined && attributes.loomDays > 0 && <Fringe days={attributes.loomDays} />}
    </div>
  );
}
