import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** One parsed file of ours. */
export type Source = {
  file: string;
  text: string;
  program: object;
  comments: { value: string; start: number }[];
};

/** A node of the syntax tree: what kind it is, where it starts, and its parts by name. */
export type SyntaxNode = { type: string; start: number; [part: string]: unknown };

/** The code files below `root/folder`, as paths relative to `root` with forward slashes, sorted. */
export function listCode(root: string, ...folders: string[]): string[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`);
  return globSync(patterns, { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** Reads and parses `root/file`. Throws an Error that names the file when it is not code. */
export function readSource(root: string, file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file} cannot be read: ${error.message}`);
  return { file, text, program, comments };
}

/** Calls `visit` with every node below `part`, parents first. */
export function visitNodes(part: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(part)) {
    for (const item of part) visitNodes(item, visit);
  } else if (isNode(part)) {
    visit(part);
    for (const value of Object.values(part)) visitNodes(value, visit);
  }
}

/** True for a node of the syntax tree, as against a name, a number or nothing. */
export function isNode(part: unknown): part is SyntaxNode {
  return typeof part === 'object' && part !== null && 'type' in part && 'start' in part;
}

/** The line, counted from 1, that the character at `offset` stands in. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
