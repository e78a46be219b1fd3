import path from 'node:path';
import { isNode, type Source, type SyntaxNode, visitNodes } from './source.ts';

/** What a name that was imported stands for: the file it comes from, and what that file calls it. */
export type Binding = { target: string; imported: string };

/** What stands at the top of a file, by name, and under which names other files' exports are known in it. */
export type Declarations = {
  own: Map<string, SyntaxNode>;
  /** The name of what the file exports as its default. */
  defaultName: string | undefined;
  imported: Map<string, Binding>;
};

/** Reads the top of a file. Imports of types and of packages are left out: nothing runs through them. */
export function declarationsOf({ file, program }: Source): Declarations {
  const found: Declarations = { own: new Map(), defaultName: undefined, imported: new Map() };
  const body = 'body' in program && Array.isArray(program.body) ? program.body.filter(isNode) : [];
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') addImport(found, file, statement);
    const { declaration } = statement;
    const declared = isNode(declaration) ? declaration : statement;
    const names = declare(found.own, declared);
    if (statement.type === 'ExportDefaultDeclaration') {
      if (names.length === 0) found.own.set('default', declared);
      found.defaultName = names[0] ?? (declared.type === 'Identifier' ? nameOf(declared) : 'default');
    }
  }
  return found;
}

function declare(own: Map<string, SyntaxNode>, node: SyntaxNode): string[] {
  if (node.type === 'VariableDeclaration') {
    const declarators = Array.isArray(node.declarations) ? node.declarations.filter(isNode) : [];
    return declarators.flatMap((declarator) => {
      const names = namesIn(declarator.id);
      for (const name of names) own.set(name, declarator);
      return names;
    });
  }
  const name = /^(Function|Class)Declaration$/.test(node.type) ? nameOf(node.id) : undefined;
  if (name === undefined) return [];
  own.set(name, node);
  return [name];
}

/** The names that a pattern binds: `{ a, b: [c] }` binds a and c. */
function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)];
    case 'ObjectPattern':
      return parts(pattern.properties).flatMap((one) => namesIn(one.value ?? one.argument));
    case 'ArrayPattern':
      return parts(pattern.elements).flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    default:
      return [];
  }
}

function addImport({ imported }: Declarations, file: string, { source, importKind, specifiers }: SyntaxNode) {
  const target = isNode(source) ? targetOf(file, source.value) : undefined;
  if (target === undefined || importKind === 'type') return;
  for (const specifier of parts(specifiers)) {
    const local = nameOf(specifier.local);
    if (local === undefined || specifier.importKind === 'type') continue;
    const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : undefined;
    const all = specifier.type === 'ImportNamespaceSpecifier' ? '*' : 'default';
    imported.set(local, { target, imported: name ?? all });
  }
}

/** The file that `specifier` leads to from `file`; undefined for a package. */
export function targetOf(file: string, specifier: unknown): string | undefined {
  if (typeof specifier !== 'string' || !specifier.startsWith('.')) return undefined;
  return path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''));
}

/** The name of an identifier, as it stands in the code or in JSX. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  return typeof node.name === 'string' ? node.name : undefined;
}

export function parts(list: unknown): SyntaxNode[] {
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** The names that `node` refers to. Names of members and of properties are none, nor is what stands in types. */
function referencesIn(node: SyntaxNode): Set<string> {
  const skipped = new Set<unknown>();
  const names = new Set<string>();
  visitNodes(node, (one) => {
    if (/^(Static)?MemberExpression$/.test(one.type) && one.computed !== true) skipped.add(one.property);
    if (/^(Property|MethodDefinition)$/.test(one.type) && !one.computed && !one.shorthand)
      skipped.add(one.key);
    if (one.type === 'JSXAttribute') skipped.add(one.name);
    if (one.type === 'TSTypeQuery') skipped.add(one.exprName);
    const name = /^(Identifier|JSXIdentifier)$/.test(one.type) ? nameOf(one) : undefined;
    if (name !== undefined && !skipped.has(one)) names.add(name);
  });
  return names;
}

/** What a function comes to within its file: its own code and that of everything there which it refers to. */
export type Reach = { nodes: SyntaxNode[]; names: Set<string> };

/** Follows references from `start` through the declarations of the same file. */
export function reachOf({ own }: Declarations, start: SyntaxNode[]): Reach {
  const nodes = [...start];
  const names = new Set<string>();
  for (const node of nodes) {
    for (const name of referencesIn(node)) {
      if (names.has(name)) continue;
      names.add(name);
      const declared = own.get(name);
      if (declared && !nodes.includes(declared)) nodes.push(declared);
    }
  }
  return { nodes, names };
}
