/**
 * Request timeout in milliseconds. A request without a response would otherwise block the requests that wait behind it, such as
 * the next changes of the cart.
 */
const timeoutMs = 20_000;

type Session = {
  readToken: () => string | null | undefined;
  /** Called after the server has rejected the current token. */
  onExpired?: () => void;
};

/**
 * Creates a `fetch` function that sends the session's token. A request that takes more than 20 s rejects with a `TimeoutError`.
 */
export function createAuthenticatedFetch({ readToken, onExpired }: Session): typeof fetch {
  return async (input, init) => {
    const token = readToken();
    const headers = new Headers(init?.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(input, { ...init, headers, signal });
    // Another tab may have signed in with a new token during the request. A response about the old token must not end the new
    // session.
    if (response.status === 401 && token && readToken() === token) onExpired?.();
    return response;
  };
}
