import { descriptionOf, readDescription } from '../../../catalogue/rules.ts';
import { AreaField, TextField } from '../../../foundation/ui/fields.tsx';
import { Fringe } from '../../../foundation/ui/fringe.tsx';
import { familyOf, type MeasuredPart, partsOf } from './families.ts';
import { Suggested } from './name-part.tsx';
import type { PartProps } from './part-props.ts';
import { type MeasureForm, type TextAttribute, toAttributes } from './product-form.ts';

/** Fields about the cloth, from which the description is generated. */
export function ClothPart(props: PartProps) {
  const { form, labels, onChange, errorOf } = props;
  const category = labels.categories.find(({ id }) => id === form.category)?.name ?? '';
  const family = familyOf(category);
  const setText = (name: TextAttribute) => (text: string) =>
    onChange({ texts: { ...form.texts, [name]: text } });
  const text = (name: TextAttribute, label: string, help?: string) => (
    <TextField
      label={label}
      value={form.texts[name]}
      onChange={setText(name)}
      error={errorOf(`attributes.${name}`)}
      help={help}
      maxLength={300}
    />
  );
  return (
    <section className="form two">
      <h2 className="full">The cloth</h2>
      {text('fabric', 'Fabric, in words', 'Such as: Mulberry silk, natural indigo and madder')}
      {text('craft', 'Craft, in words', 'Such as: Double ikat, warp and weft tied before dyeing')}
      {text('weave', 'Weave')}
      {family === 'saree' && text('blousePiece', 'Blouse piece', 'Such as: Included, plain madder')}
      <Measures {...props} parts={partsOf[family]} />
      {text('lengthNote', 'Note on the length', 'Such as: running blouse')}
      {text('care', 'Care', 'Such as: Dry clean; store folded in muslin')}
      <Suggested
        label="Woven in"
        value={form.texts.place}
        known={labels.places.map(({ name }) => name)}
        error={errorOf('attributes.place')}
        onChange={(place) => {
          const region = labels.places.find(({ name }) => name === place)?.region;
          onChange({ texts: { ...form.texts, place, ...(region && { region }) } });
        }}
      />
      {text('region', 'Region')}
      {text('countryOfOrigin', 'Country of origin', 'The law wants it to be told.')}
      <TextField
        label="Weight, g"
        value={form.weightGrams}
        inputMode="numeric"
        onChange={(weightGrams) => onChange({ weightGrams })}
        error={errorOf('attributes.weightGrams')}
      />
      <TextField
        label="Days on the loom"
        value={form.loomDays}
        inputMode="numeric"
        onChange={(loomDays) => onChange({ loomDays })}
        error={errorOf('attributes.loomDays')}
        help="They draw the fringe: one thread a day."
      />
      {text('loomHands', 'Whose days', 'Such as: two weavers')}
      <AreaField
        className="full"
        label="Weaver’s note"
        value={form.texts.weaverNote}
        onChange={setText('weaverNote')}
        error={errorOf('attributes.weaverNote')}
        rows={3}
        maxLength={600}
      />
      <Description {...props} />
    </section>
  );
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
