import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PretendBrowser, pretendBrowser } from '../../../tests/doubles/browser.ts';
import { attemptFor, clearAttempt, currentAttempt, storeAttempt } from './payment-attempt.ts';

let browser: PretendBrowser;
beforeEach(() => {
  browser = pretendBrowser();
});
afterEach(() => {
  clearAttempt();
  vi.unstubAllGlobals();
});

it.each(['meera, two stoles', 'asha, a stole', 'elots a ,areem', ''])(
  'returns a new key if the order input changes from “meera, a stole” to %j',
  (other) => {
    const first = attemptFor('meera, a stole');
    const second = attemptFor(other);
    expect(second.key).not.toBe(first.key);
    expect(second.orderId).toBeUndefined();
  },
);

it('returns the stored order attempt for the same order input until it is cleared [S-PAY-06 S-PAY-18]', () => {
  const attempt = storeAttempt({ ...attemptFor('a stole'), orderId: 'order-1', isReportedPaid: true });
  expect(currentAttempt()).toEqual(attempt);
  expect(attemptFor('a stole')).toEqual(attempt);
  clearAttempt();
  expect(currentAttempt()).toBeUndefined();
  expect(attemptFor('a stole').key).not.toBe(attempt.key);
});

it('stores the order input only as a hash', () => {
  attemptFor('14, Ravi Nagar');
  const [[name, text] = []] = browser.tabStorage;
  expect(name).toBe('tanabana.attempt');
  expect(text).not.toContain('Ravi');
  expect(currentAttempt()?.inputHash).toMatch(/^[0-9a-f]{16}$/);
});

it.each(['rubbish', 'null', '{"key":"k"}', '{"wish":"w"}', '{"key":1,"wish":"w"}', '{"key":"","wish":"w"}'])(
  'ignores the invalid stored order attempt %s',
  (text) => {
    browser.tabStorage.set('tanabana.attempt', text);
    expect(currentAttempt()).toBeUndefined();
  },
);
