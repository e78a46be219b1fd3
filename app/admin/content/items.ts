/** An item of an ordered list. The key is unique as long as the page is open. */
export type Item<T> = { key: string; value: T };

let made = 0;

/** Adds a key to each value of a list: its id, or its position if it has no id. */
export function toItems<T extends object>(values: readonly T[]): Item<T>[] {
  return values.map((value, index) => ({
    key: 'id' in value && typeof value.id === 'string' ? value.id : `at-${index}`,
    value,
  }));
}

export function newItem<T>(value: T): Item<T> {
  made += 1;
  return { key: `new-${made}`, value };
}

export const toValues = <T>(items: readonly Item<T>[]): T[] => items.map(({ value }) => value);

export function withChanges<T>(items: readonly Item<T>[], key: string, patch: Partial<T>): Item<T>[] {
  return items.map((item) => (item.key === key ? { key, value: { ...item.value, ...patch } } : item));
}

export function moveItem<T>(items: readonly Item<T>[], from: number, to: number): Item<T>[] {
  const [item] = items.slice(from, from + 1);
  const place = Math.max(0, Math.min(to, items.length - 1));
  return item ? items.toSpliced(from, 1).toSpliced(place, 0, item) : [...items];
}
