import { pages } from '../../urls.ts';

/**
 * Returns the canonical path to redirect to, or undefined if `path` is canonical. A canonical path has one leading slash and,
 * except for `/`, no trailing slash. A page's path without parameters is lower-cased (`/Login` → `/login`).
 */
export function canonicalPath(path: string): string | undefined {
  // Browsers read the text after a leading `//` as a host, and a backslash as a slash.
  const local = `/${path.replace(/^[/\\\s]+/, '').replace(/\/+$/, '')}`;
  const lower = local.toLowerCase();
  const canonical = pages.some((page) => page.path === lower && !page.parameter) ? lower : local;
  return canonical === path ? undefined : canonical;
}
