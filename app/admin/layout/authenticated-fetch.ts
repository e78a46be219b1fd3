import { createAuthenticatedFetch } from '../../foundation/browser/authenticated-fetch.ts';
import { createStore } from '../../foundation/browser/store.ts';
import { textAt } from '../../foundation/parse-json.ts';
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
 * Sends a request with the staff member's token. Has the type of `fetch`, for Hono's `hc`. If the token has expired, signs the
 * user out. If the request needs a recent second factor, asks for the factor and repeats the request.
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

/** The pending request for the second factor. The layout shows its dialog. */
export const factorRequest = createStore<FactorRequest | undefined>(undefined);

/**
 * Asks for the second factor in the layout's dialog. Concurrent calls share one dialog. Resolves to true if the user confirmed
 * the factor.
 */
function requestFreshFactor(): Promise<boolean> {
  const request = factorRequest.read() ?? Promise.withResolvers<boolean>();
  factorRequest.write(request);
  return request.promise;
}

/** Ends the pending request for the second factor and closes its dialog. */
export function resolveFreshFactor(confirmed: boolean): void {
  factorRequest.read()?.resolve(confirmed);
  factorRequest.write(undefined);
}
