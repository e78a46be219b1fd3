import { asText, stored } from '../../foundation/browser/stored.ts';

const storedDevice = stored('tanabana.device', asText);

/** Returns the token of a browser that has signed in before, for a separate rate limit. It proves no identity. */
export function deviceToken(): string | undefined {
  return storedDevice.read() ?? undefined;
}

/** Sends a sign-in with this browser's token or a new token. Stores the token if the sign-in succeeds. Rejects as `send` does. */
export async function signInWithDevice<T>(send: (device: string) => Promise<T>): Promise<T> {
  const device = deviceToken() ?? newToken();
  const signedIn = await send(device);
  storedDevice.write(device);
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
