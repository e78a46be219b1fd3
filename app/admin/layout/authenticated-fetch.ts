import { createAuthenticatedFetch } from '../../foundation/browser/authenticated-fetch.ts';
import { createStore } from '../../foundation/browser/store.ts';
import { textAt } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { staffToken } from './staff-session.ts';

const fetchOnce = createAuthenticatedFetch({
  readToken: staffToken.read,
  onExpired() {
    staffToken.write(null);
    notify('You have been signed out. Please sign in again.');
  },
});

/**
 * `fetch` with the staff member's token, for Hono's `hc`. If the token has expired, signs out; the layout then shows the
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

type FactorRequest = { promise: Promise<boolean>; resolve: (confirmed: boolean) => void };

/** The pending request for the second factor, which the layout's dialog shows. */
export const factorRequest = createStore<FactorRequest | undefined>(undefined);

/** Asks for the second factor in the layout's dialog. Concurrent calls share one dialog. Resolves to true if it was confirmed. */
function requestFreshFactor(): Promise<boolean> {
  const request = factorRequest.read() ?? Promise.withResolvers<boolean>();
  factorRequest.write(request);
  return request.promise;
}

/** Ends the pending request and closes the dialog. */
export function resolveFreshFactor(confirmed: boolean): void {
  factorRequest.read()?.resolve(confirmed);
  factorRequest.write(undefined);
}
