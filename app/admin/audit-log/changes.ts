import { formatRupees, toRupees } from '../../foundation/money.ts';

export type Change = { field: string; before: string; after: string };

/** Lists the fields that differ between two records. Lists all fields if one record is missing. */
export function listChanges(before: unknown, after: unknown): Change[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const change = { field, before: was.get(field) ?? '', after: is.get(field) ?? '' };
    return change.before === change.after ? [] : [change];
  });
}

/** Flattens a record to labels and texts: `{ cod: { upToPaise: 260000 } }` → `cod up to: ₹2,600`. */
function partsOf(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return new Map(Object.entries(value).flatMap(([name, part]) => [...partsOf(part, [...path, name])]));
  if (path.length === 0 && (value === null || value === undefined)) return new Map();
  return new Map([[path.map(fieldLabel).join(' '), written(value, path.at(-1) ?? '')]]);
}

/** Converts a field name to a label: `refundedPaise` → `refunded`, `isDisabled` → `disabled`. */
const fieldLabel = (name: string) =>
  name
    .replace(/Paise$/, '')
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

function written(value: unknown, name: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && name.endsWith('Paise')) return formatRupees(toRupees(value));
  if (typeof value === 'string') return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
