const key = 'tanabana.device';

/**
 * Returns the random token by which the shop knows this browser again, if it has signed in before: its requests for codes are then not
 * refused because of strangers' requests. It signs nobody in. `create` makes it; undefined where storage is refused.
 */
export function deviceToken({ create = false } = {}): string | undefined {
  try {
    const stored = localStorage.getItem(key);
    if (stored || !create) return stored ?? undefined;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const token = btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace('=', '');
    localStorage.setItem(key, token);
    return token;
  } catch {
    return undefined;
  }
}
