/** A change of one place in the code, written by hand. */
export type HandWrittenMutant = {
  /** What could happen with it. */
  breaks: string;
  file: string;
  /** Stands in the file exactly once. */
  original: string;
  replacement: string;
};

/** Throws unless the original stands in the source exactly once. */
export function mutate(
  source: string,
  { file, original, replacement }: Pick<HandWrittenMutant, 'file' | 'original' | 'replacement'>,
): string {
  const times = source.split(original).length - 1;
  if (times !== 1) throw new Error(`${file} has this ${times} times, not once:\n${original}`);
  return source.replace(original, () => replacement);
}
