import { createAuthenticatedFetch } from '../foundation/browser/authenticated-fetch.ts';
import { notify } from '../foundation/ui/notices.ts';
import * as urls from '../urls.ts';
import { clearSession, currentSession } from './session.ts';

/** Returns the path of the sign-in page, which leads back to `path` afterwards. */
export function loginPath(path: string): string {
  return path === '/' ? urls.login : `${urls.login}?next=${encodeURIComponent(path)}`;
}

/** `fetch` with the customer's token, for Hono's `hc`. If the token has expired, signs out and asks the customer to sign in again. */
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
