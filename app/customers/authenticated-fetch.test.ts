import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { fetchAsCustomer } from './authenticated-fetch.ts';
import { clearSession, currentSession, storeSession } from './session.ts';

const requested = vi.fn<typeof fetch>();
const respondWith = (status: number) =>
  requested.mockImplementation(async () => new Response('{}', { status }));
const sentToken = () => new Headers(requested.mock.calls.at(-1)?.[1]?.headers).get('authorization');

beforeEach(() => {
  pretendBrowser();
  requested.mockReset();
  vi.stubGlobal('fetch', requested);
  vi.stubGlobal('location', { pathname: '/wishlist', search: '?sort=new' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of notices.read()) dismissNotice(id);
});

it('a customer’s request is sent with the session’s token, its own headers, and the caller’s abort signal [S-API-01]', async () => {
  respondWith(200);
  storeSession({ token: 'mine', user });
  const caller = new AbortController();
  const headers = { 'content-type': 'application/json' };
  await fetchAsCustomer('/api/cart/get', { headers, signal: caller.signal });
  expect(sentToken()).toBe('Bearer mine');
  const [, sent] = requested.mock.calls[0] ?? [];
  expect(new Headers(sent?.headers).get('content-type')).toBe('application/json');
  caller.abort();
  expect(sent?.signal?.aborted).toBe(true);
  // A guest's request has no token.
  clearSession();
  respondWith(401);
  await fetchAsCustomer('/api/cart/get');
  expect(sentToken()).toBeNull();
  expect(notices.read()).toEqual([]);
});

it('only status 401 ends the session, and then a notice links to the sign-in [S-AUTH-15]', async () => {
  storeSession({ token: 'mine', user });
  for (const status of [200, 403, 404, 500, 401]) {
    expect(currentSession()?.token).toBe('mine');
    respondWith(status);
    await fetchAsCustomer('/api/cart/get');
  }
  expect(currentSession()).toBeUndefined();
  expect(notices.read()).toMatchObject([
    { action: { label: 'Login', to: '/login?next=%2Fwishlist%3Fsort%3Dnew' } },
  ]);
});

it('a response with status 401 to a request of an earlier session does not end a newer session', async () => {
  requested.mockImplementation(async () => {
    storeSession({ token: 'newer', user });
    return new Response('{}', { status: 401 });
  });
  storeSession({ token: 'older', user });
  await fetchAsCustomer('/api/cart/get');
  expect(currentSession()?.token).toBe('newer');
  expect(notices.read()).toEqual([]);
});

it('a request without a response is aborted after 20 s', async () => {
  const [timedOut, caller] = [new AbortController(), new AbortController()];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timedOut.signal);
  requested.mockImplementation((_, init) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    return promise;
  });
  const requests = [
    fetchAsCustomer('/api/cart/get'),
    fetchAsCustomer('/api/cart/get', { signal: caller.signal }),
  ];
  expect(timeout).toHaveBeenLastCalledWith(20_000);
  timedOut.abort(new DOMException('too late', 'TimeoutError'));
  for (const request of requests) await expect(request).rejects.toMatchObject({ name: 'TimeoutError' });
  timeout.mockRestore();
});
