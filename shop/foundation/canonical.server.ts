/**
 * The address a page should have been asked by, or `undefined` when it was: without a trailing slash, and in lower
 * case where the address is one of the fixed ones (`/Login` → `/login`).
 */
export function canonicalPath(path: string, fixed: readonly string[]): string | undefined {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  // Two slashes at the beginning would lead a browser to another host.
  const local = bare.replace(/^\/{2,}/, '/');
  const lower = local.toLowerCase();
  const wanted = fixed.includes(lower) ? lower : local;
  return wanted === path ? undefined : wanted;
}
