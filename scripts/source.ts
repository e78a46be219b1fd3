import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A parsed code file. */
export type Source = {
  file: string;
  text: string;
  program: object;
  comments: { value: string; start: number }[];
};

/** A node of the syntax tree: its kind, its offset, and its parts by name. */
export type SyntaxNode = { type: string; start: number; [part: string]: unknown };

/** Lists the code files below the folders, sorted, as paths from `root` with forward slashes. */
export function listCode(root: string, ...folders: string[]): string[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`);
  return globSync(patterns, { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** Reads and parses `root/file`. @throws Error that names the file, if it has a syntax error */
export function readSource(root: string, file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`);
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

/** True for a node of the syntax tree. False for a text, a number, null and undefined. */
export function isNode(part: unknown): part is SyntaxNode {
  return typeof part === 'object' && part !== null && 'type' in part && 'start' in part;
}

/** Returns the line of the character at `offset`, counted from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
