const key = 'tanabana.device';

/**
 * Returns the random token by which the shop knows this browser again, if it has signed in before: its requests for codes are then not
 * refused because of strangers' requests. It is no proof of identity. Undefined also where storage is refused.
 */
export function deviceToken(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Sends a sign-in with this browser's token, or a new one, and stores the token once that has signed in. Rejects as `send` does. */
export async function signInWithDevice<T>(send: (device: string) => Promise<T>): Promise<T> {
  const device = deviceToken() ?? newToken();
  const signedIn = await send(device);
  try {
    localStorage.setItem(key, device);
  } catch {
    // The next sign-in brings another token.
  }
  return signedIn;
}

/** 256 random bits as base64url. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
