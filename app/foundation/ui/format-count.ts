/** Formats a number with its noun: `1 piece`, `12 pieces`. The noun's plural must end in s. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
