import { isNode, readSource, type SyntaxNode, visitNodes } from '../../scripts/source.ts';

/** Placeholder for a value in a text, such as `Only {} left in stock`. */
const placeholder = '{}';

/**
 * Lists the texts that a source file can show: string literals, templates and JSX children, without comments. Spaces are as in a
 * browser.
 */
export function textsIn(root: string, file: string): string[] {
  const found: string[] = [];
  visitNodes(readSource(root, file).program, (node) => {
    const text = textOf(node);
    if (text !== undefined) found.push(plain(text));
  });
  return found;
}

/** Normalizes spaces, line ends and apostrophes. */
export const plain = (text: string) =>
  text
    .replaceAll('’', "'")
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return nodesOf(node.quasis).map(cooked).join(placeholder);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return nodesOf(node.children).map(shown).join('');
  return undefined;
}

const nodesOf = (parts: unknown): SyntaxNode[] => (Array.isArray(parts) ? parts.filter(isNode) : []);

/** Returns the text of a child within the text of its element. */
function shown(child: SyntaxNode): string {
  if (child.type === 'JSXText') return decoded(String(child.value));
  if (child.type !== 'JSXExpressionContainer' || !isNode(child.expression)) return placeholder;
  return textOf(child.expression) ?? placeholder;
}

function cooked({ value }: SyntaxNode): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', rsquo: '’' },
};

const decoded = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
