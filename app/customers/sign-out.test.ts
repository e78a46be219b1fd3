import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { signOut } from './sign-out.ts';

const requested = vi.fn<typeof fetch>();
let browser: PretendBrowser;

beforeEach(() => {
  browser = pretendBrowser();
  browser.storage.set('tanabana.token', 'mine').set('tanabana.user', '{"_id":"1","email":"asha@example.in"}');
  requested.mockReset();
  vi.stubGlobal('fetch', requested);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of notices.read()) dismissNotice(id);
});

it('a sign-out deletes token and user at once, and then ends the session on the server [S-AUTH-19]', async () => {
  requested.mockImplementation(async () => {
    expect(browser.storage.size).toBe(0);
    return new Response('{}');
  });
  await signOut();
  const [address, sent] = requested.mock.calls[0] ?? [];
  expect([address, sent?.method]).toEqual(['/api/user/logout', 'POST']);
  expect(new Headers(sent?.headers).get('authorization')).toBe('Bearer mine');
  expect(notices.read()).toEqual([]);
});

it('if the server does not respond, a sign-out still deletes token and user, and shows a notice [S-AUTH-19]', async () => {
  requested.mockRejectedValue(new TypeError('Failed to fetch'));
  await signOut();
  expect(browser.storage.size).toBe(0);
  expect(notices.read()).toHaveLength(1);
});

it('a sign-out shows no notice if the session has already ended on the server', async () => {
  requested.mockResolvedValue(new Response('{}', { status: 401 }));
  await signOut();
  expect(notices.read()).toEqual([]);
});

it('a sign-out of a guest sends no request', async () => {
  browser.storage.clear();
  await signOut();
  expect(requested).not.toHaveBeenCalled();
});
