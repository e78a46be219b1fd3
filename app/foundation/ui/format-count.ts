/** Formats a number with its noun: `1 piece`, `12 pieces`. The plural must be the noun with an added s. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
