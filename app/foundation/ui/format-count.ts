/** `1 piece`, `12 pieces`: a number and what it counts, for words whose plural takes an s. */
export function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
