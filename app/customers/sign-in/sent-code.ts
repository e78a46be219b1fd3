import { useSyncExternalStore } from 'react';
import { textAt } from '../../foundation/http/api-client.ts';
import { deviceToken } from './device-token.ts';
import { isEmail } from './rules.ts';

/** That an email was sent: to whom, when (ms), for how many minutes it works, and when the next may be asked for (s). */
export type SentCode = {
  email: string;
  sentAt: number;
  minutes: number;
  resendAfter: number;
  /** Verifies the code whatever others guess. Without it the code was sent to another browser. */
  requestId?: string | undefined;
  /** `link`: the email has no code. */
  sent?: string | undefined;
};

const key = 'tanabana.codeSent';
const listeners = new Set<() => void>();
let known: { sent: SentCode | undefined } | undefined;

/**
 * The code that this tab waits for; never the code itself. It outlives a reload and a tab that the phone has put
 * away, for as long as the code works.
 */
export function currentSentCode(): SentCode | undefined {
  known ??= { sent: readKept(Date.now()) };
  return known.sent;
}

/** What a request for a code tells of this browser. */
export function requesterOf(email: string) {
  const sent = currentSentCode();
  return { requestId: sent?.email === email ? sent.requestId : undefined, device: deviceToken() };
}

/** {@link currentSentCode}, followed; `undefined` for the server and for the first moment of a page. */
export function useSentCode(): SentCode | undefined {
  return useSyncExternalStore(subscribe, currentSentCode, () => undefined);
}

export function storeSentCode(sent: SentCode): void {
  write(JSON.stringify(sent));
  notify(sent);
}

export function clearSentCode(): void {
  write(undefined);
  notify(undefined);
}

function notify(sent: SentCode | undefined) {
  known = { sent };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function write(text: string | undefined) {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Where storage is refused, it lives as long as the page.
  }
}

function readKept(now: number): SentCode | undefined {
  let read: unknown;
  try {
    read = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
  return parseSentCode(read, now);
}

/** What was kept, if it is whole, and the code still works at `now` (ms). */
export function parseSentCode(stored: unknown, now: number): SentCode | undefined {
  const email = textAt(stored, 'email');
  const [sentAt, minutes, resendAfter] = ['sentAt', 'minutes', 'resendAfter'].map((name) =>
    numberAt(stored, name),
  );
  if (!email || !isEmail(email) || sentAt === undefined || !minutes || resendAfter === undefined) {
    return undefined;
  }
  const age = now - sentAt;
  if (age < 0 || age >= minutes * 60_000) return undefined;
  const [requestId, sent] = [textAt(stored, 'requestId'), textAt(stored, 'sent')];
  return { email, sentAt, minutes, resendAfter, requestId, sent };
}

function numberAt(value: unknown, name: string): number | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'number' ? found : undefined;
}
