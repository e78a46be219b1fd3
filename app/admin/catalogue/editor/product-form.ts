import type { TextileAttributes } from '../../../catalogue/contract.ts';
import type { AdminProduct } from '../../../catalogue/for-staff/contract.ts';
import { type FieldName, fieldNames, productFields } from '../../../catalogue/product-fields.ts';
import { parseNumber } from '../../layout/numbers.ts';
import type { ProductFieldsInput, UsedLabels } from '../contract.ts';

export type MeasureForm = { part: string; cm: string; byCm: string };
export type SizeForm = { id?: string; label: string; quantity: string };

const optionalNames = ['colour', 'colourFamily', 'type', 'pattern'] as const;
/** Fields with the value `true` or `false`. A blank value means that the category's rule applies. */
const flagNames = ['returnable', 'cancellable'] as const;
/** Fields that the form stores as one text each. `id` is the product number, which can be set only for a new product. */
const textNames = ['id', 'name', 'category', 'price', 'mrp', ...optionalNames, ...flagNames] as const;
type TextName = (typeof textNames)[number];

/** The values of the editor's fields, as the user has typed them. */
export type ProductForm = Record<TextName, string> & {
  crafts: string[];
  fabrics: string[];
  texts: Record<FieldName, string>;
  measures: MeasureForm[];
  sizes: SizeForm[];
};

export type PartProps = {
  form: ProductForm;
  labels: UsedLabels;
  onChange: (change: Partial<ProductForm>) => void;
};

export function textField({ form, onChange }: PartProps, name: TextName) {
  return { name, value: form[name], onChange: (value: string) => onChange({ [name]: value }) };
}

export function attributeField({ form, onChange }: PartProps, name: FieldName) {
  const { label, help } = productFields[name];
  return {
    name: `attributes.${name}`,
    label,
    help,
    value: form.texts[name],
    onChange: (value: string) => onChange({ texts: { ...form.texts, [name]: value } }),
  };
}

export const blankForm: ProductForm = {
  ...fillTexts(textNames, () => ''),
  crafts: [],
  fabrics: [],
  texts: fillTexts(fieldNames, (name) => productFields[name].initial),
  measures: [],
  sizes: [{ label: '', quantity: '1' }],
};

/** Converts values to texts for the form. A missing value becomes an empty text. */
function fillTexts<Name extends string>(
  names: readonly Name[],
  textOf: (name: Name) => unknown,
): Record<Name, string>;
function fillTexts(names: readonly string[], textOf: (name: string) => unknown): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(textOf(name) ?? '')]));
}

export function toForm(product: AdminProduct): ProductForm {
  const { attributes } = product;
  return {
    ...fillTexts(textNames, (name) => product[name]),
    crafts: product.crafts,
    fabrics: product.fabrics,
    texts: fillTexts(fieldNames, (name) => attributes[name]),
    measures: attributes.measures.map(({ part, cm, byCm }) => ({
      part,
      cm: String(cm),
      byCm: String(byCm ?? ''),
    })),
    sizes: product.sizes.map(({ id, label }) => ({ id, label: label ?? '', quantity: '' })),
  };
}

/**
 * Parses a number for the request. Returns undefined for a blank text. Returns -1 for an invalid text, because the API rejects -1
 * with a message.
 */
const sent = (text: string) => (text.trim() === '' ? undefined : (parseNumber(text) ?? -1));
const flagOf = (text: string) => (text === '' ? null : text === 'true');
const orNull = (text: string) => text.trim() || null;

export function toAttributes(form: ProductForm): TextileAttributes {
  const measures = form.measures.flatMap(({ part, cm, byCm }) => {
    const [length, width] = [sent(cm), sent(byCm)];
    return length === undefined ? [] : [{ part, cm: length, ...(width !== undefined && { byCm: width }) }];
  });
  const fields = fieldNames.flatMap((name) => {
    const text = form.texts[name].trim();
    return text ? [[name, productFields[name].unit ? sent(text) : text]] : [];
  });
  return {
    ...Object.fromEntries(fields),
    measures,
    countryOfOrigin: form.texts.countryOfOrigin.trim(),
  };
}

export function toProductFieldsInput(form: ProductForm): ProductFieldsInput {
  return {
    name: form.name,
    category: form.category,
    price: sent(form.price) ?? -1,
    mrp: sent(form.mrp) ?? null,
    colour: orNull(form.colour),
    colourFamily: orNull(form.colourFamily),
    type: orNull(form.type),
    pattern: orNull(form.pattern),
    crafts: form.crafts,
    fabrics: form.fabrics,
    attributes: toAttributes(form),
    returnable: flagOf(form.returnable),
    cancellable: flagOf(form.cancellable),
    sizes: form.sizes.map(({ id, label, quantity }) => ({
      ...(id === undefined ? { quantity: sent(quantity) ?? 0 } : { id }),
      label: orNull(label),
    })),
  };
}

export const isSame = (one: ProductForm, other: ProductForm) => JSON.stringify(one) === JSON.stringify(other);
