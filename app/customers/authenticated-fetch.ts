import { createAuthenticatedFetch } from '../foundation/browser/authenticated-fetch.ts';
import { notify } from '../foundation/ui/notices.ts';
import * as urls from '../urls.ts';
import { clearSession, currentSession } from './session.ts';

/** Returns the path of the sign-in page. After the sign-in, the customer returns to `path`. */
export function loginPath(path: string): string {
  return path === '/' ? urls.login : `${urls.login}?next=${encodeURIComponent(path)}`;
}

/**
 * `fetch` with the customer's token, for Hono's `hc`. If the server rejects the token, signs the customer out and shows a notice
 * with a sign-in link.
 */
export const fetchAsCustomer = createAuthenticatedFetch({
  readToken: () => currentSession()?.token,
  onExpired() {
    clearSession();
    notify('You have been signed out. Please sign in again.', {
      label: 'Login',
      to: loginPath(location.pathname + location.search),
    });
  },
});
