import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Writes `files` (path → text) into a new temporary folder, gives its path to `look`, and removes it again. */
export function withTemporaryTree<T>(files: Record<string, string>, run: (root: string) => T): T {
  const root = mkdtempSync(path.join(tmpdir(), 'tanabana-tree-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      const place = path.join(root, file);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
    return run(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Reads a table of test cases: one for each line, its columns separated by bars. In a column, ↵ ends a line. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((column) => column.trim().replaceAll('↵', '\n')));
