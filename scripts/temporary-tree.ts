import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Writes `files` (path → text) into a new temporary folder, calls `run` with the folder's path, and deletes the folder. */
export function withTemporaryTree<T>(files: Record<string, string>, run: (root: string) => T): T {
  const root = mkdtempSync(path.join(tmpdir(), 'tanabana-tree-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    return run(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Parses a table of test cases, one per line, with columns separated by `|`. ↵ is a line break in a column. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((column) => column.trim().replaceAll('↵', '\n')));
