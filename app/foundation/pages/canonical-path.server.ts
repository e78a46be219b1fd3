/**
 * Returns the canonical path to redirect to, or undefined if `path` is canonical. It has no trailing slash, and is in lower
 * case if it is one of the `fixed` paths (`/Login` → `/login`).
 */
export function canonicalPath(path: string, fixed: readonly string[]): string | undefined {
  // Browsers treat a leading `//` as another host, and a backslash as a slash.
  const local = `/${path.replace(/^[/\\\s]+/, '').replace(/\/+$/, '')}`;
  const lower = local.toLowerCase();
  const canonical = fixed.includes(lower) ? lower : local;
  return canonical === path ? undefined : canonical;
}
