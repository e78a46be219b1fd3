import { useContext } from 'react';
import { descriptionOf, type FieldName, fieldsIn, productFields } from '../../../catalogue/product-fields.ts';
import { readDescription } from '../../../catalogue/rules.ts';
import { AreaField, FieldErrors, TextField } from '../../../foundation/ui/fields.tsx';
import { Fringe } from '../../../foundation/ui/fringe.tsx';
import { Suggested } from './label-field.tsx';
import { attributeField, type MeasureForm, type PartProps, toAttributes } from './product-form.ts';

/** Kind of garment, recognized by words in the category's name. Decides which measurements the editor asks for. */
type Family = 'saree' | 'suit' | 'set' | 'wrap' | 'other';

export function familyOf({ form, labels }: Pick<PartProps, 'form' | 'labels'>): Family {
  const categoryName = labels.categories.find(({ id }) => id === form.category)?.name ?? '';
  if (/sar(ee|i)/i.test(categoryName)) return 'saree';
  if (/suit|kurta|salwar/i.test(categoryName)) return 'suit';
  if (/co-?ord|set\b|sets\b/i.test(categoryName)) return 'set';
  if (/dupatta|stole|shawl|scarf|odhni/i.test(categoryName)) return 'wrap';
  return 'other';
}

/** A measured part of a garment: its name in the description, its label in the editor, and whether it has a width. */
type MeasuredPart = { part: string; label: string; hasWidth?: true };

const partsOf: Record<Family, readonly MeasuredPart[]> = {
  saree: [
    { part: 'saree', label: 'Saree' },
    { part: 'blouse piece', label: 'Blouse piece' },
  ],
  suit: [
    { part: 'kurta', label: 'Kurta' },
    { part: 'trousers', label: 'Trousers' },
    { part: 'dupatta', label: 'Dupatta', hasWidth: true },
  ],
  set: [
    { part: 'top', label: 'Top' },
    { part: 'trousers', label: 'Trousers' },
  ],
  wrap: [{ part: 'whole', label: 'Length', hasWidth: true }],
  other: [{ part: 'whole', label: 'Length', hasWidth: true }],
};

/** Form fields about the cloth. The shop generates the product description from them. */
export function ClothPart(props: PartProps) {
  const family = familyOf(props);
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

function ClothField({ name, ...part }: PartProps & { name: FieldName }) {
  const { form, labels, onChange } = part;
  const { rows, unit, max } = productFields[name];
  const field = attributeField(part, name);
  if (name === 'place')
    return (
      <Suggested
        {...field}
        known={labels.places.map((place) => place.name)}
        onChange={(place) => {
          const region = labels.places.find(({ name }) => name === place)?.region;
          onChange({ texts: { ...form.texts, place, ...(region && { region }) } });
        }}
      />
    );
  if (rows) return <AreaField {...field} className="full" rows={rows} maxLength={max} />;
  return unit ? <TextField {...field} inputMode="numeric" /> : <TextField {...field} maxLength={max} />;
}

function Measures({ form, onChange, parts }: PartProps & { parts: readonly MeasuredPart[] }) {
  const error = useContext(FieldErrors)('attributes.measures');
  const others = form.measures
    .filter(({ part }) => !parts.some((listed) => listed.part === part))
    .map(({ part }): MeasuredPart => ({ part, label: part, hasWidth: true }));
  const allParts = [...parts, ...others];
  const measureOf = (part: string): MeasureForm =>
    form.measures.find((measure) => measure.part === part) ?? { part, cm: '', byCm: '' };

  function write(part: string, change: Partial<MeasureForm>) {
    const measures = allParts
      .map((each) => ({ ...measureOf(each.part), ...(each.part === part && change) }))
      .filter(({ cm, byCm }) => cm.trim() !== '' || byCm.trim() !== '');
    onChange({ measures });
  }

  return (
    <fieldset className="full measures">
      <legend className="label">Measurements in centimetres</legend>
      {allParts.map(({ part, label, hasWidth }) => (
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
      {error && <p className="error">{error}</p>}
    </fieldset>
  );
}

function Description({ form }: PartProps) {
  const attributes = toAttributes(form);
  const lines = readDescription(descriptionOf(attributes));
  return (
    <div className="full panel-box">
      <h3 className="label">Description, as shoppers see it</h3>
      {lines.length === 0 && <p className="soft">There is no description yet.</p>}
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
