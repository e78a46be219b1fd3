import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as SentCodes from './sent-code.ts';

const sent = {
  email: 'asha@example.in',
  sentAt: 1_000_000,
  minutes: 10,
  resendAfter: 30,
  requestId: 'x'.repeat(43),
  sent: 'code',
};
const storage = new Map<string, string>();
let codes: typeof SentCodes;

/** The page is loaded anew: of the script nothing is left, of the storage all. */
async function load() {
  vi.resetModules();
  codes = await import('./sent-code.ts');
}

beforeEach(async () => {
  storage.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.useFakeTimers({ now: sent.sentAt });
  await load();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a reload finds the code that is waited for [S-AUTH-02]', async () => {
  codes.sentCode.write(sent);
  await load();
  expect(codes.sentCode.read()).toEqual(sent);
});

it('a code that an older page waits for has no request id, and is waited for all the same', () => {
  const { email, sentAt, minutes, resendAfter } = sent;
  const older = { email, sentAt, minutes, resendAfter };
  expect(codes.parseSentCode(older, sentAt)).toEqual(older);
});

it('a request tells of an earlier one for the same address only', () => {
  codes.sentCode.write(sent);
  expect(codes.requesterOf(sent.email).requestId).toBe(sent.requestId);
  expect(codes.requesterOf('meera@example.in').requestId).toBeUndefined();
});

it('a code that works no more is not waited for [S-AUTH-02]', async () => {
  codes.sentCode.write(sent);
  vi.setSystemTime(sent.sentAt + 10 * 60_000);
  await load();
  expect(codes.sentCode.read()).toBeUndefined();
});

it('what is forgotten leaves nothing behind [S-AUTH-04]', async () => {
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
])('what somebody else has written there is nothing: %j', (stored) => {
  expect(codes.parseSentCode(stored, sent.sentAt)).toBeUndefined();
});

it('where the storage is refused, it is kept as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  codes.sentCode.write(sent);
  expect(codes.sentCode.read()).toEqual(sent);
});
