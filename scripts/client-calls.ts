import { declarationsOf, nameOf, parts, type Reach, targetOf } from './declarations.ts';
import { isNode, type Source, type SyntaxNode, visitNodes } from './source.ts';

/** One HTTP call or endpoint: the method, and the path with its parameters as `{}`. */
export type Address = { method: string; path: string };

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** `/api/cart/add/:proId` and `/api/cart/add/{proId}/` are one path: parameters have no names, the end no slash. */
export function plainPath(written: string): string {
  const plain = written
    .replace(/[?#].*$/, '')
    .replaceAll(/\{[^}]*\}|:\w+/g, '{}')
    .replace(/\/+$/, '');
  return plain === '' ? '/' : plain;
}

/** What code of `source` calls over HTTP: through Hono's typed client, or by a path that is written out (any method). */
export function callsOf(source: Source, { nodes }: Reach, read: (file: string) => Source | undefined) {
  const calls: Address[] = [];
  const written = new Set<string>();
  visitNodes(nodes, (node) => {
    const text = textOf(node);
    if (text?.startsWith('/')) written.add(plainPath(text));
    if (node.type !== 'CallExpression' || !isNode(node.callee)) return;
    const verb = memberOf(node.callee);
    if (!verb?.startsWith('$')) return;
    const path = clientPath(source, node.callee.object, read);
    if (path !== undefined) calls.push({ method: verb.slice(1).toUpperCase(), path: plainPath(path) });
  });
  return { calls, written };
}

/** The path that a chain of members on a client stands for: `hc('/api').cart.add[':proId']`. */
function clientPath(
  source: Source,
  node: unknown,
  read: (file: string) => Source | undefined,
): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'MemberExpression') {
    const before = clientPath(source, node.object, read);
    const member = memberOf(node);
    if (before === undefined || member === undefined) return undefined;
    return member === 'index' ? before : `${before}/${member}`;
  }
  if (node.type === 'CallExpression') {
    const [base] = parts(node.arguments);
    return nameOf(node.callee) === 'hc' ? textOf(base) : clientPath(source, node.callee, read);
  }
  if (node.type === 'ArrowFunctionExpression') return clientPath(source, node.body, read);
  if (node.type === 'VariableDeclarator') return clientPath(source, node.init, read);
  const name = nameOf(node);
  if (name === undefined) return undefined;
  const { own, imported } = declarationsOf(source);
  const declared = own.get(name);
  if (declared) return clientPath(source, declared, read);
  const binding = imported.get(name);
  const others = binding ? [read(binding.target)] : laterImports(source).map(read);
  const there = others.map((other) =>
    other ? clientPath(other, declarationsOf(other).own.get(binding?.imported ?? name), read) : undefined,
  );
  return there.find((path) => path !== undefined);
}

/** The files that a file imports by `import()`: what it takes out of them has the name that they give it. */
function laterImports({ file, program }: Source): string[] {
  const found: string[] = [];
  visitNodes(program, (node) => {
    const { source } = node;
    const target =
      node.type === 'ImportExpression' && isNode(source) ? targetOf(file, source.value) : undefined;
    if (target !== undefined) found.push(target);
  });
  return found;
}

/** What a file answers over HTTP, each row with the code that stands in it. */
export function rowsOf(source: Source): (Address & { code: SyntaxNode[] })[] {
  const rows: (Address & { code: SyntaxNode[] })[] = [];
  visitNodes(source.program, (node) => {
    if (node.type !== 'CallExpression') return;
    const code = parts(node.arguments);
    const [first] = code;
    if (nameOf(node.callee) === 'endpoint' && isNode(first)) {
      const fields = parts(first.properties);
      const field = (name: string) => textOf(fields.find(({ key }) => nameOf(key) === name)?.value);
      const [method, path] = [field('method'), field('path')];
      if (method && path) rows.push({ method: method.toUpperCase(), path: plainPath(path), code });
    }
    const verb = memberOf(node.callee);
    if (verb === undefined) return;
    const path = textOf(first);
    if (methods.includes(verb) && path?.startsWith('/'))
      rows.push({ method: verb.toUpperCase(), path: plainPath(path), code });
  });
  return rows;
}

/** The name of the member that an expression takes: `a.b` and `a['b']` take b. */
export function memberOf(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression') return undefined;
  return node.computed === true ? textOf(node.property) : nameOf(node.property);
}

/** A text that is written out; what a template fills in is a parameter. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' || node.type === 'StringLiteral')
    return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return parts(node.quasis)
    .map(({ value }) =>
      typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
    )
    .join('{}');
}
