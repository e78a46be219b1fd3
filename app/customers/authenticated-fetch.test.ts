import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { fetchAsCustomer, loginPath } from './authenticated-fetch.ts';
import { currentSession, storeSession } from './session.ts';

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

it('a customer’s request has the session’s token and its own headers [S-API-01]', async () => {
  respondWith(200);
  storeSession({ token: 'mine', user });
  await fetchAsCustomer('/api/cart/get', { headers: { 'content-type': 'application/json' } });
  expect(sentToken()).toBe('Bearer mine');
  expect(new Headers(requested.mock.calls[0]?.[1]?.headers).get('content-type')).toBe('application/json');
});

it('a guest’s request has no token [S-API-01]', async () => {
  respondWith(401);
  await fetchAsCustomer('/api/cart/get');
  expect(sentToken()).toBeNull();
  expect(notices.read()).toEqual([]);
});

it('a response with status 401 ends the session, and a notice links to the sign-in [S-AUTH-15]', async () => {
  respondWith(401);
  storeSession({ token: 'mine', user });
  await fetchAsCustomer('/api/cart/get');
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

it.each([200, 403, 404, 500])('a response with status %i does not end the session', async (status) => {
  respondWith(status);
  storeSession({ token: 'mine', user });
  await fetchAsCustomer('/api/cart/get');
  expect(currentSession()?.token).toBe('mine');
});

it('the link to the sign-in page names the current page, except the home page [S-AUTH-18]', () => {
  expect(loginPath('/')).toBe('/login');
  expect(loginPath('/checkout?a=b')).toBe('/login?next=%2Fcheckout%3Fa%3Db');
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

it('the caller can abort a request', async () => {
  const caller = new AbortController();
  respondWith(200);
  await fetchAsCustomer('/api/cart/get', { signal: caller.signal });
  caller.abort();
  expect(requested.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});
