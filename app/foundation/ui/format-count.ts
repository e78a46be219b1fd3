/** Formats a number with its noun. Examples: `1 piece`, `12 pieces`. The plural of the noun must end with an added s. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
