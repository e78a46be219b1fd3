import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import { user as blank } from '../../tests/fixtures/session-user.ts';
import { clearSession, currentSession, storeSession, storeUser, subscribeToSession } from './session.ts';

const user = { ...blank, firstName: 'Asha' };
const token = 'a-token-of-nobody-else';

let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('nobody is signed in while there is no token [S-AUTH-15]', () => {
  expect(currentSession()).toBeUndefined();
});

it('the token and the user are found again in the storage [S-AUTH-16 S-DATA-25]', () => {
  browser.storage.set('tanabana.token', token).set('tanabana.user', JSON.stringify(user));
  expect(currentSession()).toEqual({ token, user });
});

it('a session that begins is kept in the storage [S-AUTH-18]', () => {
  storeSession({ token, user });
  expect(browser.storage.get('tanabana.token')).toBe(token);
  expect(currentSession()).toEqual({ token, user });
});

it('a session that ends leaves neither token nor user behind [S-AUTH-19]', () => {
  storeSession({ token, user });
  clearSession();
  expect(currentSession()).toBeUndefined();
  expect(browser.storage.size).toBe(0);
});

it('the session is the same object until something of it changes', () => {
  storeSession({ token, user });
  const before = currentSession();
  expect(currentSession()).toBe(before);
  storeUser({ ...user, city: 'Jaipur' });
  expect(currentSession()?.user.city).toBe('Jaipur');
  expect(currentSession()).not.toBe(before);
});

it('a changed profile is not kept for somebody who has logged out meanwhile', () => {
  storeUser(user);
  expect(browser.storage.size).toBe(0);
});

it('a log-out in another tab is heard here [S-AUTH-15]', () => {
  storeSession({ token, user });
  const received: boolean[] = [];
  subscribeToSession(() => received.push(currentSession() !== undefined));
  browser.inAnotherTab('tanabana.token');
  expect(received).toEqual([false]);
});

it('whoever listens for the token finds the user beside it', () => {
  const received: (string | undefined)[] = [];
  subscribeToSession(() => received.push(currentSession()?.user.email));
  storeSession({ token, user });
  expect(received.at(-1)).toBe('asha@example.in');
});

describe('what stands in the storage may have been written by anybody', () => {
  it.each(['', 'rubbish', 'null', '[]', '"text"', '{"_id":"1"}', '{"_id":1,"email":"asha@example.in"}'])(
    'a user such as %j is nobody',
    (text) => {
      browser.storage.set('tanabana.token', token).set('tanabana.user', text);
      expect(currentSession()).toBeUndefined();
    },
  );

  it('a field that is no text is empty', () => {
    const written = JSON.stringify({ ...user, phone: 91, gender: 'rubbish', more: '<b>' });
    browser.storage.set('tanabana.token', token).set('tanabana.user', written);
    expect(currentSession()?.user).toEqual(user);
  });
});
