import * as urls from '../app/urls.ts';
import { isNode, listCode, readSource, type SyntaxNode, visitNodes } from './source.ts';

/** Every page path that `app/urls.ts` declares, longest first. */
export const pagePaths = Object.values(urls)
  .filter((value) => typeof value === 'string')
  .sort((one, other) => other.length - one.length);

/** A text of the code that begins with a page path. */
export type PagePath = { path: string; node: SyntaxNode };

/** Properties, JSX attributes and functions whose text is a link, so that `/` in it is the home page. */
const links = new Set(['to', 'href', 'action', 'path', 'url', 'navigate', 'redirect']);

/** Finds the texts that begin with a page path, in strings and in each part of a template. `/` counts only as a link. */
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

/** True for the paths themselves, and for rows of the API and tests, whose paths do not count. */
export const mayNamePages = (file: string) =>
  file === 'app/urls.ts' || /(^|\/)endpoints\.server\.ts$|\.(test|spec)\.tsx?$|^tests\//.test(file);

/** Counts the page paths outside `app/urls.ts`: those that are not allowed, and those in files that {@link mayNamePages}. */
export function countPagePaths(root: string): { counted: number; free: number } {
  const total = { counted: 0, free: 0 };
  for (const file of listCode(root, 'app', 'tests')) {
    if (file === 'app/urls.ts') continue;
    total[mayNamePages(file) ? 'free' : 'counted'] += findPagePaths(readSource(root, file).program).length;
  }
  return total;
}

const pagePathOf = (text: string) =>
  pagePaths.find(
    (path) => path !== urls.home && text.startsWith(path) && /^$|^[/?#]/.test(text.slice(path.length)),
  );

function linkTargets({ type, name, key, callee, value, arguments: given }: SyntaxNode): unknown[] {
  const named = [name, key, callee].find((part) => isNode(part) && links.has(String(part.name)));
  if (named === undefined) return [];
  if (type === 'CallExpression') return Array.isArray(given) ? given : [];
  return [value];
}

function textOf({ type, value }: SyntaxNode): string {
  if (type === 'Literal') return typeof value === 'string' ? value : '';
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null) return '';
  return 'raw' in value ? String(value.raw) : '';
}
