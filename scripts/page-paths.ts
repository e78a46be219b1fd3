import * as urls from '../app/urls.ts';
import { isNode, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/** The page paths of `app/urls.ts`, longest first. */
export const pagePaths = Object.values(urls)
  .filter((value) => typeof value === 'string')
  .sort((one, other) => other.length - one.length);

/** A string in the code that starts with a page path. */
export type PagePath = { path: string; node: SyntaxNode };

/** Properties, JSX attributes and functions whose text is a link. In a link, `/` is the home page. */
const links = new Set(['to', 'href', 'action', 'path', 'url', 'navigate', 'redirect']);

/** Finds the texts that start with a page path, in strings and in parts of templates. Counts `/` only in a link. */
export function findPagePaths(program: object): PagePath[] {
  const found: PagePath[] = [];
  visitNodes(program, (node) => {
    for (const target of linkTargets(node)) {
      if (isNode(target) && target.value === urls.home) found.push({ path: urls.home, node: target });
    }
    const path = pagePathOf(textOf(node));
    if (path !== undefined) found.push({ path, node });
  });
  return found;
}

/** True for files that may contain page paths: `app/urls.ts`, endpoints, and tests. */
export const mayNamePages = (file: string) =>
  file === 'app/urls.ts' || /(^|\/)endpoints\.server\.ts$|\.(test|spec)\.tsx?$|^tests\//.test(file);

/** Counts the page paths outside `app/urls.ts`: those in files that {@link mayNamePages} allows, and those in other files. */
export function countPagePaths(root: string): { allowed: number; others: number } {
  const total = { allowed: 0, others: 0 };
  for (const file of listCode(root, 'app', 'tests')) {
    if (file === 'app/urls.ts') continue;
    total[mayNamePages(file) ? 'allowed' : 'others'] += findPagePaths(readSource(root, file).program).length;
  }
  return total;
}

const pagePathOf = (text: string) =>
  pagePaths.find(
    (path) => path !== urls.home && text.startsWith(path) && /^$|^[/?#]/.test(text.slice(path.length)),
  );

function linkTargets({ type, name, key, callee, value, arguments: values }: SyntaxNode): unknown[] {
  if (![name, key, callee].some((part) => isNode(part) && links.has(String(part.name)))) return [];
  if (type === 'CallExpression') return Array.isArray(values) ? values : [];
  return [value];
}

function textOf({ type, value }: SyntaxNode): string {
  if (type === 'Literal') return typeof value === 'string' ? value : '';
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null) return '';
  return 'raw' in value ? String(value.raw) : '';
}
