/** What stands in a text field as an amount or a number, `NaN` where it is none: the shop refuses that in words. */
export function numberOf(input: string): number {
  const plain = input.replace(/[,\s₹]/g, '');
  return plain === '' ? Number.NaN : Number(plain);
}

/** The same, where nothing typed means that there is no end. What is no number goes out as one that is refused. */
export function numberOrNone(input: string): number | null {
  if (input.trim() === '') return null;
  const found = numberOf(input);
  return Number.isNaN(found) ? -1 : found;
}

/** Paragraphs as one text: a blank line between them, the items of a list one below the other. */
export function textOf(paragraphs: readonly string[]): string {
  return paragraphs.reduce((text, paragraph, index) => {
    if (index === 0) return paragraph;
    const inList = isItem(paragraph) && isItem(paragraphs[index - 1] ?? '');
    return `${text}${inList ? '\n' : '\n\n'}${paragraph}`;
  }, '');
}

/** The paragraphs of such a text. Lines of a paragraph are joined; a line that begins with a dash is an item. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((block) => block.trim().split(/\n(?=\s*- )/))
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
    .filter(Boolean);
}

const isItem = (paragraph: string) => paragraph.startsWith('- ');
