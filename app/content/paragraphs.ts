/** A paragraph or a list in a written text. */
export type Block = { text: string } | { items: string[] };

/** Joins consecutive paragraphs that begin with `- ` into lists. */
export function gatherBlocks(paragraphs: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (const paragraph of paragraphs) {
    const item = /^- +(.*)$/s.exec(paragraph)?.[1];
    const last = blocks.at(-1);
    if (item === undefined) blocks.push({ text: paragraph });
    else if (last && 'items' in last) last.items.push(item);
    else blocks.push({ items: [item] });
  }
  return blocks;
}

/** Splits the opening words `In short:` from a summary. `opening` is empty if the text does not begin with these words. */
export function partSummary(text: string): { opening: string; rest: string } {
  const [, opening = '', rest = text] = /^(In short:)\s*(.*)$/s.exec(text) ?? [];
  return { opening, rest };
}
