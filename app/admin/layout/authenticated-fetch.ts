import { textAt } from '../../foundation/http/api-client.ts';
import { notify } from '../../foundation/ui/notices.ts';
import { requestFreshFactor } from './fresh-factor.ts';
import { clearStaffSession, staffToken } from './staff-session.ts';

/** How long the shop has to answer. */
const timeoutMs = 20_000;

/**
 * `fetch` with the token of the staff, for Hono's `hc`. When the token opens nothing any more, the session is over
 * and the frame leads to the door. When the call needs a fresh second factor, the frame asks for it and the call is
 * made once more: screens need not know. Rejects when no answer came in 20 s.
 */
export const fetchAsStaff: typeof fetch = async (input, init) => {
  const response = await fetchOnce(input, init);
  if (response.status !== 403 || !(await needsFreshFactor(response))) return response;
  return (await requestFreshFactor()) ? fetchOnce(input, init) : response;
};

async function fetchOnce(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  const token = staffToken();
  const headers = new Headers(init?.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(input, { ...init, headers, signal });
  // Another tab may have signed in anew meanwhile.
  if (response.status === 401 && token && staffToken() === token) {
    clearStaffSession();
    notify('You have been signed out. Please sign in again.');
  }
  return response;
}

async function needsFreshFactor(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return textAt(body, 'title') === 'recent-factor-required';
}
