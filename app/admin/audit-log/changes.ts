export type Change = { field: string; before: string; after: string };

/** Lists the fields of two records that differ: all fields if one record is missing. */
export function listChanges(before: unknown, after: unknown): Change[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const change = { field, before: was.get(field) ?? '', after: is.get(field) ?? '' };
    return change.before === change.after ? [] : [change];
  });
}

function partsOf(value: unknown): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['', written(value)]]);
  return new Map(Object.entries(value).map(([part, held]) => [part, written(held)]));
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return JSON.stringify(value);
}
