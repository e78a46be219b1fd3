import path from 'node:path';
import { importsOf } from './imports.ts';
import { listCode, readSource, type Source, visitNodes } from './source.ts';

/** Each code file, and the files whose code it runs: paths from the root of the repository, sorted. */
export type ImportGraph = Map<string, string[]>;

const folders = ['app', 'seeds', 'tests', 'scripts', 'tools'];

/**
 * Reads the import graph of the repository at `root`. Type-only imports are left out: nothing of them runs, and the type check
 * looks at every file anyway. A string that is the path of a code file, seen from the folder of the file that says it, counts
 * as an import: so scripts and worker threads are started.
 */
export function readImportGraph(root: string): ImportGraph {
  const files = listCode(root, ...folders);
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const source = readSource(root, file);
      const imported = importsOf(source).flatMap(({ target, typeOnly }) =>
        target && !typeOnly ? [target] : [],
      );
      const started = pathsIn(source).filter((target) => target !== file && known.has(target));
      return [file, [...new Set([...imported, ...started])].sort()];
    }),
  );
}

/** Every string of the file that looks like the path of a code file, as a path from the root. */
function pathsIn({ file, program }: Source): string[] {
  const found: string[] = [];
  visitNodes(program, ({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string' && /^[\w./-]+\.(ts|tsx|mjs)$/.test(value))
      found.push(path.posix.join(path.posix.dirname(file), value));
  });
  return found;
}

/** The graph with its arrows turned round: each file that is imported, and the files that import it. */
export function importersOf(graph: ImportGraph): ImportGraph {
  const importers: ImportGraph = new Map();
  for (const [file, targets] of graph) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  return importers;
}

/**
 * The files that run one of `changed`, directly or through others, the changed ones included. What imports a file of `closed`
 * is not followed further: whoever runs that file runs everything.
 */
export function dependentsOf(
  importers: ImportGraph,
  changed: string[],
  isClosed: (file: string) => boolean,
): Set<string> {
  const found = new Set(changed);
  for (const file of found) {
    if (isClosed(file)) continue;
    for (const importer of importers.get(file) ?? []) found.add(importer);
  }
  return found;
}
