/**
 * The address a page should have been asked by, or `undefined` when it was: without a trailing slash, and in lower
 * case where the address is one of the fixed ones (`/Login` → `/login`).
 */
export function canonicalPath(path: string, fixed: readonly string[]): string | undefined {
  // Two slashes at the beginning lead a browser to another host, and it reads a backslash as a slash.
  const local = `/${path.replace(/^[/\\\s]+/, '').replace(/\/+$/, '')}`;
  const lower = local.toLowerCase();
  const canonical = fixed.includes(lower) ? lower : local;
  return canonical === path ? undefined : canonical;
}
