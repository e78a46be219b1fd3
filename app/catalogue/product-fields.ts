import { formatCount } from '../foundation/ui/format-count.ts';
import type { Measure, TextileAttributes } from './contract.ts';

/** A field of `attributes`, the JSON column of a product. */
type ProductField = {
  /** Label in the editor. The history and CSV files use the label in lower case. */
  label: string;
  help?: string;
  /** Group in the editor's section about the cloth. The section omits fields without a group. */
  group?: FieldGroup;
  /** Label of the field's line in the description. If absent, the description has no separate line for the field. */
  line?: string;
  /** Name in the history, if it differs from the label. */
  history?: string;
  /** Name of the CSV column, if it differs from the label. */
  column?: string;
  columnHelp?: string;
  /** Value in the example CSV file. */
  example?: string;
  /** Number of rows of the text area in the editor. */
  rows?: number;
  /** Unit of a whole number. A field without a unit contains text. */
  unit?: 'days' | 'grams';
  /** Maximum length of a text, or maximum value of a number. */
  max: number;
  initial?: string;
};

type FieldGroup = 'cloth' | 'blouse' | 'length' | 'origin' | 'weight' | 'loom';

/** The fields by their names in the API, in the column order of CSV files. To add a field, add a row here. */
const fields = {
  lengthNote: {
    label: 'Note on the length',
    help: 'Such as: running blouse',
    group: 'length',
    column: 'length note',
    columnHelp: 'More about the length.',
    max: 100,
  },
  fabric: {
    label: 'Fabric, in detail',
    help: 'Such as: Mulberry silk, natural indigo and madder',
    group: 'cloth',
    line: 'Fabric',
    column: 'fabric in words',
    example: 'Cotton mulmul, 100s count',
    max: 200,
  },
  craft: {
    label: 'Craft, in detail',
    help: 'Such as: Double ikat, warp and weft tied before dyeing',
    group: 'cloth',
    line: 'Craft',
    column: 'craft in words',
    max: 200,
  },
  weave: { label: 'Weave', group: 'cloth', line: 'Weave', max: 200 },
  blousePiece: {
    label: 'Blouse piece',
    help: 'Such as: Included, plain madder',
    group: 'blouse',
    line: 'Blouse piece',
    max: 200,
  },
  care: {
    label: 'Care',
    help: 'Such as: Dry clean; store folded in muslin',
    group: 'length',
    line: 'Care',
    columnHelp: 'How to wash it.',
    example: 'Wash by hand, cold',
    max: 300,
  },
  place: {
    label: 'Woven in',
    group: 'origin',
    history: 'place',
    column: 'place',
    columnHelp: 'Where it was made.',
    example: 'Bagru',
    max: 80,
  },
  region: { label: 'Region', group: 'origin', example: 'Rajasthan', max: 80 },
  loomDays: {
    label: 'Days of work',
    help: 'The product page shows a drawn fringe with one thread for each day.',
    group: 'loom',
    column: 'loom days',
    columnHelp: 'Whole days.',
    example: '4',
    unit: 'days',
    max: 3650,
  },
  loomHands: {
    label: 'Who worked on it',
    help: 'Such as: two weavers',
    group: 'loom',
    history: 'hands',
    column: 'loom hands',
    columnHelp: 'Who worked on it, such as “two weavers”.',
    max: 80,
  },
  loomWork: {
    label: 'Work',
    column: 'loom work',
    columnHelp: 'The work of these days, such as “of tying”.',
    max: 80,
  },
  weaverNote: {
    label: 'Weaver’s note',
    group: 'loom',
    line: "Weaver's note",
    column: 'weaver note',
    rows: 3,
    max: 600,
  },
  weightGrams: {
    label: 'Weight, g',
    group: 'weight',
    history: 'weight',
    column: 'weight grams',
    columnHelp: 'Whole grams.',
    example: '420',
    unit: 'grams',
    max: 100_000,
  },
  hsn: {
    label: 'HSN',
    history: 'HSN',
    columnHelp: '4, 6 or 8 digits.',
    example: '520851',
    max: 8,
  },
  countryOfOrigin: {
    label: 'Country of origin',
    help: 'The law requires it.',
    group: 'origin',
    columnHelp: 'Empty: India.',
    example: 'India',
    max: 60,
    initial: 'India',
  },
} as const satisfies Record<string, ProductField>;

export type FieldName = keyof typeof fields;
export type NumberFieldName = {
  [K in FieldName]: (typeof fields)[K] extends { unit: string } ? K : never;
}[FieldName];

type ColumnIn<Row> = Row extends { column: infer Column extends string }
  ? Column
  : Row extends { label: infer Label extends string }
    ? Lowercase<Label>
    : never;
export type FieldColumn = { [K in FieldName]: ColumnIn<(typeof fields)[K]> }[FieldName];

export const productFields: Readonly<Record<FieldName, ProductField>> = fields;

const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name);
export const fieldNames: readonly FieldName[] = Object.keys(fields).filter(isFieldName);

/** Returns the name of the field's column in CSV files. */
export function columnOfField(name: FieldName): FieldColumn;
export function columnOfField(name: FieldName): string {
  const { label, column = label.toLowerCase() } = productFields[name];
  return column;
}

export const fieldsIn = (...groups: readonly FieldGroup[]): FieldName[] =>
  groups.flatMap((group) => fieldNames.filter((name) => productFields[name].group === group));

const inMetres = (cm: number) => `${Number((cm / 100).toFixed(2))} m`;
const inCentimetres = (cm: number) => `${Number(cm.toFixed(1))} cm`;

/** Returns a text such as `Kurta 104 cm, trousers 98 cm, dupatta 2.4 m`, `2.4 m x 1 m` or `5.5 m with 0.8 m blouse piece`. */
export function formatLength({ measures, lengthNote }: TextileAttributes): string | undefined {
  const [saree, blouse] = measures;
  const parts =
    saree?.part === 'saree'
      ? [blouse ? `${inMetres(saree.cm)} with ${inMetres(blouse.cm)} ${blouse.part}` : inMetres(saree.cm)]
      : measures.map(formatPart);
  const line = [...parts, lengthNote].filter(Boolean).join(', ');
  return line ? line.charAt(0).toUpperCase() + line.slice(1) : undefined;
}

function formatPart({ part, cm, byCm }: Measure): string {
  const size = cm >= 150 ? inMetres(cm) : inCentimetres(cm);
  const full = byCm ? `${size} x ${inMetres(byCm)}` : size;
  return part === 'whole' ? full : `${part} ${full}`;
}

/** Returns a text such as `34 days, two weavers`, `16 days of tying` or `1 day`. */
export function formatLoomTime({ loomDays, loomHands, loomWork }: TextileAttributes): string | undefined {
  if (!loomDays) return undefined;
  const days = formatCount(loomDays, 'day');
  return [loomWork ? `${days} ${loomWork}` : days, loomHands].filter(Boolean).join(', ');
}

/** Returns the description in the specified format: one `Label: value` line for each known fact about the cloth. */
export function descriptionOf(attributes: TextileAttributes): string {
  const lineOf = (label: string, value: string | number | undefined) => (value ? [`${label}: ${value}`] : []);
  const linesIn = (...groups: readonly FieldGroup[]) =>
    fieldsIn(...groups).flatMap((name) => {
      const { line } = productFields[name];
      return line ? lineOf(line, attributes[name]) : [];
    });
  const { place, region } = attributes;
  return [
    ...linesIn('cloth'),
    ...lineOf('Length', formatLength(attributes)),
    ...linesIn('blouse', 'length', 'weight'),
    ...lineOf('Origin', [place, region].filter(Boolean).join(', ')),
    ...linesIn('origin'),
    ...lineOf('Time to make', formatLoomTime(attributes)),
    ...linesIn('loom'),
  ].join('\n');
}
