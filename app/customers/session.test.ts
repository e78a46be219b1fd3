import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import { user as blank } from '../../tests/fixtures/session-user.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { signOut } from './log-out.ts';
import {
  clearSession,
  currentSession,
  endSession,
  storeSession,
  storeUser,
  subscribeToSession,
} from './session.ts';
import { storedAttempt, storedDelivery } from './tab-storage.ts';

const user = { ...blank, firstName: 'Asha' };
const token = 'a-token-of-this-browser';

const requested = vi.fn<typeof fetch>();
let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
  requested.mockReset();
  vi.stubGlobal('fetch', requested);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of notices.read()) dismissNotice(id);
});

it('the browser’s storage has token and user until the session ends [S-AUTH-15 S-AUTH-16 S-AUTH-18 S-AUTH-19 S-DATA-25]', () => {
  expect(currentSession()).toBeUndefined();
  storeSession({ token, user });
  expect(browser.storage.get('tanabana.token')).toBe(token);
  clearSession();
  expect(currentSession()).toBeUndefined();
  expect(browser.storage.size).toBe(0);
  browser.storage.set('tanabana.token', token).set('tanabana.user', JSON.stringify(user));
  expect(currentSession()).toEqual({ token, user });
});

it('reading the session returns the same object until the session changes', () => {
  storeSession({ token, user });
  const before = currentSession();
  expect(currentSession()).toBe(before);
  storeUser({ ...user, city: 'Jaipur' });
  expect(currentSession()?.user.city).toBe('Jaipur');
  expect(currentSession()).not.toBe(before);
});

it('a changed profile is not stored after the customer has logged out', () => {
  storeUser(user);
  expect(browser.storage.size).toBe(0);
});

it('listeners are called when a session starts, and when it ends in another tab [S-AUTH-15]', () => {
  const received: (string | undefined)[] = [];
  subscribeToSession(() => received.push(currentSession()?.user.email));
  storeSession({ token, user });
  browser.inAnotherTab('tanabana.token');
  expect([received.at(-2), received.at(-1)]).toEqual(['asha@example.in', undefined]);
});

it('an invalid stored user is ignored, and unknown values of a valid stored user are omitted', () => {
  browser.storage.set('tanabana.token', token);
  const one = '{"_id":1,"email":"asha@example.in"}';
  for (const text of ['', 'rubbish', 'null', '[]', '"text"', '{"_id":"1"}', one]) {
    browser.storage.set('tanabana.user', text);
    expect(currentSession(), text).toBeUndefined();
  }
  const written = JSON.stringify({ ...user, phone: 91, gender: 'rubbish', more: '<b>' });
  browser.storage.set('tanabana.user', written);
  expect(currentSession()?.user).toEqual(user);
});

it('the end of a session deletes the entered address and the payment attempt from the browser tab [S-AUTH-19]', () => {
  storeSession({ token, user });
  for (const stored of [storedAttempt, storedDelivery]) stored.write({});
  expect(browser.tabStorage.size).toBe(2);
  endSession();
  expect([browser.tabStorage.size, browser.storage.size]).toEqual([0, 0]);
});

describe('a sign-out', () => {
  beforeEach(() => storeSession({ token, user }));

  it('deletes token and user at once, and then ends the session on the server [S-AUTH-19]', async () => {
    requested.mockImplementation(async () => {
      expect(browser.storage.size).toBe(0);
      return new Response('{}');
    });
    await signOut();
    const [address, sent] = requested.mock.calls[0] ?? [];
    expect([address, sent?.method]).toEqual(['/api/user/logout', 'POST']);
    expect(new Headers(sent?.headers).get('authorization')).toBe(`Bearer ${token}`);
    expect(notices.read()).toEqual([]);
    await signOut();
    expect(requested).toHaveBeenCalledTimes(1);
  });

  it('shows a notice if the server does not respond, but not if the session has already ended [S-AUTH-19]', async () => {
    requested.mockResolvedValueOnce(new Response('{}', { status: 401 }));
    await signOut();
    expect(notices.read()).toEqual([]);
    storeSession({ token, user });
    requested.mockRejectedValue(new TypeError('Failed to fetch'));
    await signOut();
    expect(browser.storage.size).toBe(0);
    expect(notices.read()).toHaveLength(1);
  });
});
