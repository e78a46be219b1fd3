import { isNode, type SyntaxNode } from './source.ts';

const writeMethods = new Set(['insert', 'update', 'delete']);
const writeInSql = /\b(insert\s+into|update|delete\s+from)\s+$/i;

/** Lists the names of the tables that a syntax node writes: `db.insert(x)`, or sql`update ${x} …`. */
export function writtenTables(node: SyntaxNode): string[] {
  if (node.type === 'CallExpression' && isNode(node.callee) && isNode(node.callee.property)) {
    const [table] = Array.isArray(node.arguments) ? node.arguments : [];
    return writeMethods.has(String(node.callee.property.name)) ? tableNames(table) : [];
  }
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || !Array.isArray(node.expressions))
    return [];
  const tables: unknown[] = node.expressions;
  return node.quasis.flatMap((text: unknown, index) =>
    isNode(text) && writeInSql.test(rawText(text)) ? tableNames(tables[index]) : [],
  );
}

/** Returns the imported name: `products` → products, `tables.products` → tables. */
function tableNames(node: unknown): string[] {
  if (!isNode(node)) return [];
  return node.type === 'MemberExpression'
    ? tableNames(node.object)
    : typeof node.name === 'string'
      ? [node.name]
      : [];
}

function rawText(quasi: SyntaxNode): string {
  const { value } = quasi;
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}
