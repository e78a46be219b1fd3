/** The shop's REST interface, as stories use it: to prepare a state, and to see what is so after they have pressed. */
import { randomUUID } from 'node:crypto';
import { waitUntil } from './page.ts';

export type ShopApi = ReturnType<typeof shopApi>;

type Call = { token?: string; body?: unknown; bytes?: Uint8Array };

/** Throws when the shop refuses. */
export function shopApi(url: string) {
  /** Each comes from a network address of its own, because the shop counts sign-ins by address. */
  const address = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

  async function call<T>(method: string, path: string, { token, body, bytes }: Call = {}): Promise<T> {
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
    get: <T>(path: string, token?: string) => call<T>('GET', path, { token }),
    post: <T>(path: string, more?: Call) => call<T>('POST', path, more),
    put: <T>(path: string, more?: Call) => call<T>('PUT', path, more),
    /** What the pretended Google tells the shop of this address. It answers a browser of this machine only: no proxy's headers. */
    googleCredential: async (email: string, nonce: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email, name: '', nonce });
      return (await fetch(new URL('/pretend-google', url), { method: 'POST', headers, body })).json();
    },
    /** The newest code that was sent to this address. */
    codeFor: (email: string): Promise<string> => newestCode(url, email),
  };
}

async function newestCode(url: string, email: string): Promise<string> {
  return waitUntil(
    async () => {
      const list = await (await fetch(new URL('/dev/mail', url))).text();
      // The list has the newest email first, and the code stands in its subject.
      const row = list.split('<li>').find((entry) => entry.includes(`to ${email},`)) ?? '';
      return /(\d{3})\s?(\d{3}) is your/.exec(row)?.slice(1).join('') ?? '';
    },
    (code) => code !== '',
    () => `No code has been sent to ${email}.`,
  );
}

/** An address that has not been used yet. */
export const newEmail = (name: string) => `${name}-${randomUUID().slice(0, 13)}@example.com`;
