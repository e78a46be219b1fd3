import { asText, stored } from '../../foundation/browser/stored.ts';

const storedDevice = stored('tanabana.device', asText);

/**
 * Returns the token of a browser that has signed in before. The token selects a separate rate limit. It does not prove an
 * identity.
 */
export function deviceToken(): string | undefined {
  return storedDevice.read() ?? undefined;
}

/**
 * Sends a sign-in with this browser's token, or with a new token. Stores the token if the sign-in succeeds. Rejects if `send`
 * rejects.
 */
export async function signInWithDevice<T>(send: (device: string) => Promise<T>): Promise<T> {
  const device = deviceToken() ?? newToken();
  const signedIn = await send(device);
  storedDevice.write(device);
  return signedIn;
}

/** Returns 256 random bits as base64url. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
