import { useId } from 'react';
import { Field, SelectField, TextField } from '../../../foundation/ui/fields.tsx';
import { LabelField } from './label-field.tsx';
import type { PartProps } from './part-props.ts';

const families = [
  'Red',
  'Pink',
  'Orange',
  'Yellow',
  'Green',
  'Blue',
  'Indigo',
  'Purple',
  'Brown',
  'Gold',
  'Ivory',
  'Black',
  'Grey',
];

type Props = PartProps & {
  /** For a piece that is new: the shop's own proposal. */
  proposedNumber?: string;
  isNew: boolean;
};

/** What the piece is called, where it hangs, and what shoppers filter by. */
export function NamePart({ form, labels, onChange, errorOf, proposedNumber, isNew }: Props) {
  return (
    <section className="form two">
      <h2 className="full">The piece</h2>
      <TextField
        className="full"
        label="Name"
        value={form.name}
        onChange={(name) => onChange({ name })}
        error={errorOf('name')}
        maxLength={120}
        help="Such as: Gulnar Banarasi Katan Silk Saree"
      />
      <SelectField
        label="Category"
        value={form.category}
        onChange={(category) => onChange({ category })}
        error={errorOf('category')}
        emptyLabel="Please choose"
        options={labels.categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        label="Number"
        value={form.id}
        onChange={(id) => onChange({ id })}
        error={errorOf('id')}
        readOnly={!isNew}
        maxLength={30}
        placeholder={proposedNumber ?? 'By the category'}
        help={isNew ? 'It stands on the label. Leave it empty for the next one.' : undefined}
      />
      <LabelField
        label="Crafts"
        singular="a craft"
        names={form.crafts}
        known={labels.crafts}
        error={errorOf('crafts')}
        onChange={(crafts) => onChange({ crafts })}
      />
      <LabelField
        label="Fabrics"
        singular="a fabric"
        names={form.fabrics}
        known={labels.fabrics}
        error={errorOf('fabrics')}
        onChange={(fabrics) => onChange({ fabrics })}
      />
      <Suggested
        label="Colour"
        value={form.colour}
        known={labels.colours.map(({ name }) => name)}
        error={errorOf('colour')}
        onChange={(colour) => {
          const family = labels.colours.find(({ name }) => name === colour)?.family;
          onChange(family ? { colour, colourFamily: family } : { colour });
        }}
      />
      <SelectField
        label="Colour family, for the filter"
        value={
          families.find((one) => one.toLowerCase() === form.colourFamily.toLowerCase()) ?? form.colourFamily
        }
        onChange={(colourFamily) => onChange({ colourFamily })}
        emptyLabel="None"
        options={[...new Set([...families, ...familiesIn(labels, form.colourFamily)])].map((name) => ({
          value: name,
          label: name,
        }))}
      />
      <Suggested
        label="Type"
        value={form.type}
        known={labels.types}
        error={errorOf('type')}
        onChange={(type) => onChange({ type })}
      />
      <Suggested
        label="Pattern"
        value={form.pattern}
        known={labels.patterns}
        error={errorOf('pattern')}
        onChange={(pattern) => onChange({ pattern })}
      />
    </section>
  );
}

/** Families that other pieces have and that the list does not know. */
function familiesIn({ colours }: PartProps['labels'], own: string): string[] {
  const used = [...colours.map(({ family }) => family), own].filter(
    (family) => family !== null && family !== '',
  );
  return used.flatMap((family) => {
    const isKnown = families.some((one) => one.toLowerCase() === family?.toLowerCase());
    return isKnown || !family ? [] : [family];
  });
}

type SuggestedProps = {
  label: string;
  value: string;
  known: readonly string[];
  error?: string | undefined;
  help?: string;
  className?: string;
  onChange: (value: string) => void;
};

/** A text with what other pieces have to choose from. */
export function Suggested({ label, value, known, error, help, className, onChange }: SuggestedProps) {
  const id = useId();
  return (
    <Field label={label} error={error} help={help} className={className}>
      {(wired) => (
        <>
          <input
            {...wired}
            className="input"
            list={id}
            value={value}
            maxLength={80}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={id}>
            {known.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
