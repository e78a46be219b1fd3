import { pages } from '../../urls.ts';

/**
 * Returns the canonical path: one leading slash, no trailing slash, and lower case for pages without parameters. Returns
 * undefined if `path` is already canonical.
 */
export function canonicalPath(path: string): string | undefined {
  // Browsers treat the text after a leading `//` as a host, and a backslash as a slash.
  const local = `/${path.replace(/^[/\\\s]+/, '').replace(/\/+$/, '')}`;
  const lower = local.toLowerCase();
  const canonical = pages.some((page) => page.path === lower && !page.parameter) ? lower : local;
  return canonical === path ? undefined : canonical;
}
