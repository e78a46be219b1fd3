import path from 'node:path';
import { isNode, lineOf, type Source, type SyntaxNode, visitNodes } from './source.ts';

/** One import of a file of ours, or of a package. */
export type Import = {
  /** As written: `./rules.ts`, `zod`. */
  specifier: string;
  /** The path the import leads to, beside which `Source.file` stands; undefined for a package. */
  target: string | undefined;
  /** True when nothing of it is left at run time. */
  typeOnly: boolean;
  /** What is imported, under the name it has in this file. */
  names: string[];
  line: number;
};

/** Everything that a file imports, re-exports, loads later, or names the type of. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  visitNodes(source.program, (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return;
    found.push({
      specifier,
      target: specifier.startsWith('.')
        ? path.posix.join(path.posix.dirname(source.file), specifier)
        : undefined,
      typeOnly: node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type',
      names: localNames(node),
      line: lineOf(source.text, node.start),
    });
  });
  return found;
}

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function specifierOf(node: SyntaxNode): string | undefined {
  if (!importing.has(node.type)) return undefined;

  const from = node.source;
  return isNode(from) && typeof from.value === 'string' ? from.value : undefined;
}

function localNames(node: SyntaxNode): string[] {
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers : [];
  return specifiers.flatMap((specifier: unknown) =>
    isNode(specifier) && isNode(specifier.local) && typeof specifier.local.name === 'string'
      ? [specifier.local.name]
      : [],
  );
}
