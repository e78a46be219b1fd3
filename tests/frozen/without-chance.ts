import { isObject, type Json } from './recorded.ts';

/** What every run makes anew, each with the name of what stands for it. */
const chances: [what: string, pattern: RegExp][] = [
  ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  // Their sequence goes on where the tests before stopped: a sequence is not rolled back.
  ['order number TB', /\bTB\d{4,}\b/g],
  ['order at the bank', /\border_[0-9a-f]{24}\b/g],
  ['payment at the bank', /\bpay_[0-9a-f]{24}\b/g],
  ['key of a list', /(?<=\/shared\/)[\w-]{22}(?![\w-])/g],
  ['token or signature', /(?<![\w-])(?:[\w-]{43}|[0-9a-f]{64})(?![\w-])/g],
];

/**
 * The value with placeholders for what chance decides: the first id in it becomes `{id 1}` wherever it stands, so that
 * what was equal stays equal.
 */
export function withoutChance(value: Json): Json {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (what: string, found: string): string => {
    const known = names.get(found);
    if (known) return known;
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    names.set(found, `{${what} ${count}}`);
    return `{${what} ${count}}`;
  };
  const replaced = (text: string): string =>
    chances.reduce((left, [what, pattern]) => left.replaceAll(pattern, (found) => nameOf(what, found)), text);
  return everyText(value, replaced);
}

function everyText(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => everyText(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, everyText(inside, change)]));
}

/** Long lists with their first two items: the others have the same fields, and the catalogue is no promise. */
export function shortened(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.slice(0, value.length > 3 ? 2 : 3).map(shortened);
    return items.length < value.length ? [...items, `and ${value.length - items.length} more`] : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, shortened(inside)]));
}
