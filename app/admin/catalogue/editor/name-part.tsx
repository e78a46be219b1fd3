import { SelectField, TextField } from '../../../foundation/ui/fields.tsx';
import { LabelField, Suggested } from './label-field.tsx';
import { type PartProps, textField } from './product-form.ts';

const colourFamilies = [
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
const familyLike = (text: string) =>
  colourFamilies.find((family) => family.toLowerCase() === text.toLowerCase()) ?? text;

type Props = PartProps & {
  /** Product number that the shop proposes for a new product. */
  proposedNumber?: string;
  isNew: boolean;
};

export function NamePart({ proposedNumber, isNew, ...part }: Props) {
  const { labels } = part;
  return (
    <section className="form two">
      <h2 className="full">Product</h2>
      <TextField
        {...textField(part, 'name')}
        className="full"
        label="Name"
        maxLength={120}
        help="Such as: Gulnar Banarasi Katan Silk Saree"
      />
      <SelectField
        {...textField(part, 'category')}
        label="Category"
        emptyLabel="Please choose"
        options={labels.categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        {...textField(part, 'id')}
        label="Number"
        readOnly={!isNew}
        maxLength={30}
        placeholder={proposedNumber ?? 'Next number of the category'}
        help={
          isNew ? 'The number on the product’s label. Leave it empty to use the next free number.' : undefined
        }
      />
      <LabelField {...part} name="crafts" label="Crafts" singular="a craft" />
      <LabelField {...part} name="fabrics" label="Fabrics" singular="a fabric" />
      <ColourFields {...part} />
      <Suggested {...textField(part, 'type')} label="Type" known={labels.types} />
      <Suggested {...textField(part, 'pattern')} label="Pattern" known={labels.patterns} />
    </section>
  );
}

/** Fields for the colour and its colour family. If another product has the same colour, fills in that product's family. */
function ColourFields(part: PartProps) {
  const { form, labels, onChange } = part;
  const usedFamilies = [...labels.colours.map(({ family }) => family ?? ''), form.colourFamily];
  return (
    <>
      <Suggested
        {...textField(part, 'colour')}
        label="Colour"
        known={labels.colours.map(({ name }) => name)}
        onChange={(colour) => {
          const family = labels.colours.find(({ name }) => name === colour)?.family;
          onChange(family ? { colour, colourFamily: family } : { colour });
        }}
      />
      <SelectField
        {...textField(part, 'colourFamily')}
        label="Colour group in the shop’s filter"
        value={familyLike(form.colourFamily)}
        emptyLabel="None"
        options={[...new Set([...colourFamilies, ...usedFamilies.map(familyLike)])].filter(Boolean)}
      />
    </>
  );
}
