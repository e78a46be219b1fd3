import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { user } from '../../tests/fixtures/session-user.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { fetchAsCustomer, loginPath } from './authenticated-fetch.ts';
import { currentSession, storeSession } from './session.ts';

const requested = vi.fn<typeof fetch>();
const answering = (status: number) =>
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

it('a call carries the token of whoever is signed in, and what it carried before [S-API-01]', async () => {
  answering(200);
  storeSession({ token: 'mine', user });
  await fetchAsCustomer('/api/cart/get', { headers: { 'content-type': 'application/json' } });
  expect(sentToken()).toBe('Bearer mine');
  expect(new Headers(requested.mock.calls[0]?.[1]?.headers).get('content-type')).toBe('application/json');
});

it('a guest’s call carries none [S-API-01]', async () => {
  answering(401);
  await fetchAsCustomer('/api/cart/get');
  expect(sentToken()).toBeNull();
  expect(notices.read()).toEqual([]);
});

it('a token that opens nothing any more ends the session, and the way back is kept [S-AUTH-15]', async () => {
  answering(401);
  storeSession({ token: 'mine', user });
  await fetchAsCustomer('/api/cart/get');
  expect(currentSession()).toBeUndefined();
  expect(notices.read()).toMatchObject([
    { action: { label: 'Login', to: '/login?next=%2Fwishlist%3Fsort%3Dnew' } },
  ]);
});

it('a late 401 of an earlier session does not end the one that has begun since', async () => {
  requested.mockImplementation(async () => {
    storeSession({ token: 'newer', user });
    return new Response('{}', { status: 401 });
  });
  storeSession({ token: 'older', user });
  await fetchAsCustomer('/api/cart/get');
  expect(currentSession()?.token).toBe('newer');
  expect(notices.read()).toEqual([]);
});

it.each([200, 403, 404, 500])('an answer %i leaves the session as it is', async (status) => {
  answering(status);
  storeSession({ token: 'mine', user });
  await fetchAsCustomer('/api/cart/get');
  expect(currentSession()?.token).toBe('mine');
});

it('the way to sign in names the way back, but for the first page [S-AUTH-18]', () => {
  expect(loginPath('/')).toBe('/login');
  expect(loginPath('/checkout?a=b')).toBe('/login?next=%2Fcheckout%3Fa%3Db');
});

it('a call that nobody answers is given up after 20 s, so that those behind it get their turn', async () => {
  const [timedOut, asker] = [new AbortController(), new AbortController()];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timedOut.signal);
  requested.mockImplementation((_, init) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    return promise;
  });
  const calls = [
    fetchAsCustomer('/api/cart/get'),
    fetchAsCustomer('/api/cart/get', { signal: asker.signal }),
  ];
  expect(timeout).toHaveBeenLastCalledWith(20_000);
  timedOut.abort(new DOMException('too late', 'TimeoutError'));
  for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  timeout.mockRestore();
});

it('whoever asks can give up sooner', async () => {
  const asker = new AbortController();
  answering(200);
  await fetchAsCustomer('/api/cart/get', { signal: asker.signal });
  asker.abort();
  expect(requested.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});
