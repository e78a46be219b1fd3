import { createAuthenticatedFetch } from '../../foundation/browser/authenticated-fetch.ts';
import { textAt } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { requestFreshFactor } from './fresh-factor.ts';
import { clearStaffSession, staffToken } from './staff-session.ts';

const fetchOnce = createAuthenticatedFetch({
  readToken: staffToken,
  onExpired() {
    clearStaffSession();
    notify('You have been signed out. Please sign in again.');
  },
});

/**
 * `fetch` with the staff member's token, for Hono's `hc`. If the token has expired, signs out, and the layout leads to the
 * sign-in. If the request needs a recent second factor, asks for it and repeats the request.
 */
export const adminFetch: typeof fetch = async (input, init) => {
  const response = await fetchOnce(input, init);
  if (response.status !== 403 || !(await needsFreshFactor(response))) return response;
  return (await requestFreshFactor()) ? fetchOnce(input, init) : response;
};

async function needsFreshFactor(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return textAt(body, 'title') === 'recent-factor-required';
}
