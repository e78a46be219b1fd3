import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../../tests/doubles/browser.ts';
import type * as SentCodes from './sent-code.ts';

const sent = {
  email: 'asha@example.in',
  sentAt: 1_000_000,
  minutes: 10,
  resendAfter: 30,
  requestId: 'x'.repeat(43),
  sent: 'code',
};
let storage: Map<string, string>;
let codes: typeof SentCodes;

/** Simulates a reload of the page: resets the modules, but keeps the storage. */
async function load() {
  vi.resetModules();
  codes = await import('./sent-code.ts');
}

beforeEach(async () => {
  storage = pretendBrowser().tabStorage;
  vi.useFakeTimers({ now: sent.sentAt });
  await load();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a sent code is still known after a reload [S-AUTH-02]', async () => {
  codes.sentCode.write(sent);
  await load();
  expect(codes.sentCode.read()).toEqual(sent);
});

it('a sent code of an older version without a request id is accepted', () => {
  const { email, sentAt, minutes, resendAfter } = sent;
  const older = { email, sentAt, minutes, resendAfter };
  expect(codes.parseSentCode(older, sentAt)).toEqual(older);
});

it('a request contains the id of an earlier request only if the email address is the same', () => {
  codes.sentCode.write(sent);
  expect(codes.requesterOf(sent.email).requestId).toBe(sent.requestId);
  expect(codes.requesterOf('meera@example.in').requestId).toBeUndefined();
});

it('an expired code is no longer known after a reload [S-AUTH-02]', async () => {
  codes.sentCode.write(sent);
  vi.setSystemTime(sent.sentAt + 10 * 60_000);
  await load();
  expect(codes.sentCode.read()).toBeUndefined();
});

it('deleting a sent code removes it from the storage [S-AUTH-04]', async () => {
  codes.sentCode.write(sent);
  codes.sentCode.write(undefined);
  expect(codes.sentCode.read()).toBeUndefined();
  expect(storage.size).toBe(0);
});

it.each([
  null,
  7,
  'asha',
  {},
  { ...sent, email: 'asha' },
  { ...sent, sentAt: '1' },
  { ...sent, sentAt: 1e15 },
])('an invalid stored value is ignored: %j', (stored) => {
  expect(codes.parseSentCode(stored, sent.sentAt)).toBeUndefined();
});
