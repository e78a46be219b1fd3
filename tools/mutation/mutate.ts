/** A hand-written mutant: one change of the code. */
export type HandWrittenMutant = {
  /** The consequence of the change. */
  breaks: string;
  file: string;
  /** A text that the file contains exactly once. */
  original: string;
  replacement: string;
};

/** Applies a mutant to the source. @throws Error unless the source contains the original exactly once */
export function mutate(
  source: string,
  { file, original, replacement }: Pick<HandWrittenMutant, 'file' | 'original' | 'replacement'>,
): string {
  const count = source.split(original).length - 1;
  if (count !== 1) throw new Error(`${file} contains this ${count} times, not once:\n${original}`);
  return source.replace(original, () => replacement);
}
