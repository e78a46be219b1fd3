import { notify } from '../foundation/ui/notices.ts';
import { clearSession, currentSession } from './session.ts';

/** Where to sign in, and to come back to `path` afterwards. */
export function loginPath(path: string): string {
  return path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`;
}

/** How long the shop has to answer. One lost call must not hold up those that wait for it. */
const timeoutMs = 20_000;

/**
 * `fetch` with the shopper's token, for Hono's `hc`. When the token opens nothing any more, the session is over:
 * the page stays as it is, and the shopper is asked to sign in again. Rejects when no answer came in 20 s.
 */
export const fetchAsCustomer: typeof fetch = async (input, init) => {
  const token = currentSession()?.token;
  const headers = new Headers(init?.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(input, { ...init, headers, signal });
  // Another tab may have signed in anew meanwhile.
  if (response.status === 401 && token && currentSession()?.token === token) {
    clearSession();
    notify('You have been signed out. Please sign in again.', {
      label: 'Login',
      to: loginPath(location.pathname + location.search),
    });
  }
  return response;
};
