import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../../tests/doubles/browser.ts';
import type * as SentCodes from './sent-code.ts';

const older = { email: 'asha@example.in', sentAt: 1_000_000, minutes: 10, resendAfter: 30 };
const sent = { ...older, requestId: 'x'.repeat(43), sent: 'code' };
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

it('the page knows after a reload that a code was sent, until the code expires or is deleted [S-AUTH-02 S-AUTH-04]', async () => {
  codes.sentCode.write(sent);
  await load();
  expect(codes.sentCode.read()).toEqual(sent);
  vi.setSystemTime(sent.sentAt + 10 * 60_000);
  await load();
  expect(codes.sentCode.read()).toBeUndefined();
  codes.sentCode.write({ ...sent, sentAt: Date.now() });
  codes.sentCode.write(undefined);
  expect(codes.sentCode.read()).toBeUndefined();
  expect(storage.size).toBe(0);
});

it('a request for a code contains the id of the earlier request only if the email address is the same', () => {
  codes.sentCode.write(sent);
  expect(codes.requesterOf(sent.email).requestId).toBe(sent.requestId);
  expect(codes.requesterOf('meera@example.in').requestId).toBeUndefined();
});

it('an invalid stored value is ignored, but a value that an older version stored without a request id is read', () => {
  expect(codes.parseSentCode(older, older.sentAt)).toEqual(older);
  for (const change of [{ email: 'asha' }, { sentAt: '1' }, { sentAt: 1e15 }])
    expect(codes.parseSentCode({ ...sent, ...change }, sent.sentAt)).toBeUndefined();
  for (const stored of [null, 7, 'asha', {}])
    expect(codes.parseSentCode(stored, sent.sentAt)).toBeUndefined();
});
