import { isNode, readSource, type SyntaxNode, visitNodes } from '../../scripts/source.ts';

/** What a value that is put into a text becomes: `Only {} left in stock`. */
const hole = '{}';

/**
 * The texts that code can show: string literals, templates, and what stands between tags; not its comments. Each has its
 * spaces as a browser shows them.
 */
export function textsIn(root: string, file: string): string[] {
  const found: string[] = [];
  visitNodes(readSource(root, file).program, (node) => {
    const text = textOf(node);
    if (text !== undefined) found.push(plain(text));
  });
  return found;
}

/** Spaces, line ends and apostrophes alike. */
export const plain = (text: string) =>
  text
    .replaceAll('’', "'")
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return nodesOf(node.quasis).map(cooked).join(hole);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return nodesOf(node.children).map(shown).join('');
  return undefined;
}

const nodesOf = (parts: unknown): SyntaxNode[] => (Array.isArray(parts) ? parts.filter(isNode) : []);

/** A child of an element, within the text of that element. */
function shown(child: SyntaxNode): string {
  if (child.type === 'JSXText') return decoded(String(child.value));
  if (child.type !== 'JSXExpressionContainer' || !isNode(child.expression)) return hole;
  return textOf(child.expression) ?? hole;
}

function cooked({ value }: SyntaxNode): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
};

const decoded = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
