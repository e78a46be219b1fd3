/** Time after which a request is aborted, in milliseconds. A lost response must not hold up the requests queued behind it. */
const timeoutMs = 20_000;

type Session = {
  readToken: () => string | null | undefined;
  /** Called when the server rejects the current token. */
  onExpired?: () => void;
};

/** Creates a `fetch` with the session's token and a timeout of 20 s. The timeout rejects with a `TimeoutError`. */
export function createAuthenticatedFetch({ readToken, onExpired }: Session): typeof fetch {
  return async (input, init) => {
    const token = readToken();
    const headers = new Headers(init?.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(input, { ...init, headers, signal });
    // Another tab may have signed in with a new token since the request was sent.
    if (response.status === 401 && token && readToken() === token) onExpired?.();
    return response;
  };
}
