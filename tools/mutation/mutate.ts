import type { SqlMutant } from './sql-mutants.ts';

/** Throws unless the original stands in the source exactly once. */
export function mutate(
  source: string,
  { file, original, replacement }: Pick<SqlMutant, 'file' | 'original' | 'replacement'>,
): string {
  const times = source.split(original).length - 1;
  if (times !== 1) throw new Error(`${file} has this ${times} times, not once:\n${original}`);
  return source.replace(original, () => replacement);
}
