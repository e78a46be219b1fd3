/** Client of the shop's REST API. Stories use it to prepare data and to check results. */
import { randomUUID } from 'node:crypto';
import { waitUntil } from './page.ts';

export type ShopApi = ReturnType<typeof shopApi>;

type RequestOptions = { token?: string; body?: unknown; bytes?: Uint8Array };

/** Creates a client whose methods reject on an error response. */
export function shopApi(url: string) {
  /** Returns a new client address for each request, because sign-ins per address are limited. */
  const address = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

  async function send<T>(
    method: string,
    path: string,
    { token, body, bytes }: RequestOptions = {},
  ): Promise<T> {
    const headers = new Headers({ 'x-forwarded-for': address() });
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (bytes) headers.set('content-type', 'application/octet-stream');
    const sent = bytes
      ? new Blob([new Uint8Array(bytes)])
      : body === undefined
        ? undefined
        : JSON.stringify(body);
    const response = await fetch(new URL(path, url), { method, headers, body: sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  return {
    url,
    get: <T>(path: string, token?: string) => send<T>('GET', path, { token }),
    post: <T>(path: string, more?: RequestOptions) => send<T>('POST', path, more),
    put: <T>(path: string, more?: RequestOptions) => send<T>('PUT', path, more),
    /**
     * Returns the credential that the pretend Google issues for this email address. Sends no proxy headers, because the pretend
     * Google serves loopback requests only.
     */
    googleCredential: async (email: string, nonce: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email, name: '', nonce });
      return (await fetch(new URL('/pretend-google', url), { method: 'POST', headers, body })).json();
    },
    /** Returns the newest code that was sent to this address. */
    codeFor: (email: string): Promise<string> => newestCode(url, email),
  };
}

async function newestCode(url: string, email: string): Promise<string> {
  return waitUntil(
    async () => {
      const list = await (await fetch(new URL('/dev/mail', url))).text();
      // The list starts with the newest email. The subject of the email contains the code.
      const row = list.split('<li>').find((entry) => entry.includes(`to ${email},`)) ?? '';
      return /(\d{3})\s?(\d{3}) is your/.exec(row)?.slice(1).join('') ?? '';
    },
    (code) => code !== '',
    () => `No code has been sent to ${email}.`,
  );
}

/** Returns an email address without an account. */
export const newEmail = (name: string) => `${name}-${randomUUID().slice(0, 13)}@example.com`;
