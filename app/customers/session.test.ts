import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../tests/doubles/browser.ts';
import { user as blank } from '../../tests/fixtures/session-user.ts';
import { clearSession, currentSession, storeSession, storeUser, subscribeToSession } from './session.ts';

const user = { ...blank, firstName: 'Asha' };
const token = 'a-token-of-this-browser';

let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('the session is read from the browser’s storage [S-AUTH-15 S-AUTH-16 S-DATA-25]', () => {
  expect(currentSession()).toBeUndefined();
  browser.storage.set('tanabana.token', token).set('tanabana.user', JSON.stringify(user));
  expect(currentSession()).toEqual({ token, user });
});

it('the browser’s storage contains token and user until the session ends [S-AUTH-18 S-AUTH-19]', () => {
  storeSession({ token, user });
  expect(browser.storage.get('tanabana.token')).toBe(token);
  clearSession();
  expect(currentSession()).toBeUndefined();
  expect(browser.storage.size).toBe(0);
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

describe('a stored user that another script has written', () => {
  it.each(['', 'rubbish', 'null', '[]', '"text"', '{"_id":"1"}', '{"_id":1,"email":"asha@example.in"}'])(
    'is not a session if it is %j',
    (text) => {
      browser.storage.set('tanabana.token', token).set('tanabana.user', text);
      expect(currentSession()).toBeUndefined();
    },
  );

  it('has an empty text for a field whose value is not a text', () => {
    const written = JSON.stringify({ ...user, phone: 91, gender: 'rubbish', more: '<b>' });
    browser.storage.set('tanabana.token', token).set('tanabana.user', written);
    expect(currentSession()?.user).toEqual(user);
  });
});
