import { notify } from '../foundation/ui/notices.ts';
import { currentSession, endSession } from './session.ts';

/** Where to sign in, and to come back to `path` afterwards. */
export function loginPath(path: string): string {
  return path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`;
}

/**
 * `fetch` with the shopper's token, for Hono's `hc`. When the token opens nothing any more, the session is over:
 * the page stays as it is, and the shopper is asked to sign in again.
 */
export const askOwn: typeof fetch = async (input, init) => {
  const token = currentSession()?.token;
  const headers = new Headers(init?.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const answer = await fetch(input, { ...init, headers });
  // Another tab may have signed in anew meanwhile.
  if (answer.status === 401 && token && currentSession()?.token === token) {
    endSession();
    notify('You have been signed out. Please sign in again.', {
      words: 'Login',
      to: loginPath(location.pathname + location.search),
    });
  }
  return answer;
};
