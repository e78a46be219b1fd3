import { asJson, stored } from '../../foundation/browser/stored.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { propertyOf, textAt } from '../../foundation/parse-json.ts';
import { signInApi } from '../customers-api.ts';
import { deviceToken } from './device-token.ts';
import { isEmail } from './rules.ts';

/**
 * A sent email. `sentAt` is its time in milliseconds. `minutes` is its validity. `resendAfter` is the wait until the next email,
 * in seconds.
 */
export type SentCode = {
  email: string;
  sentAt: number;
  minutes: number;
  resendAfter: number;
  /**
   * Id of the request for the code. Guesses that are sent to the server with this id have their own limit of five. Undefined if
   * another browser has requested the code.
   */
  requestId?: string | undefined;
  /**
   * `link` means that the email has no code. `earlier` means that no new email was sent, because the customer already has a code.
   */
  sent?: string | undefined;
};

/**
 * Data of the email whose code the customer must enter in this tab. The tab stores the data, without the code, until the code
 * expires. The data are therefore still known after a reload, or after a phone has unloaded the tab. Undefined on the server and
 * during hydration.
 */
export const sentCode = stored(
  'tanabana.codeSent',
  asJson((json) => parseSentCode(json, Date.now())),
  'sessionStorage',
);

/** Returns this browser's device token, and the id of this tab's earlier request for this email address. */
export function requesterOf(email: string) {
  const sent = sentCode.read();
  return { requestId: sent?.email === email ? sent.requestId : undefined, device: deviceToken() };
}

/** Requests an email with a code. Rejects with `RequestFailed`. */
export async function requestCode(email: string, signal: AbortSignal): Promise<SentCode> {
  const json = { email, ...requesterOf(email) };
  const sent = await readResponse(signInApi.user['send-otp'].$post({ json }, { init: { signal } }));
  return { ...sent, email, sentAt: Date.now() };
}

/** Validates a stored value. Returns undefined if the value is invalid or the code has expired at `now` (ms). */
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
  const number = propertyOf(value, name);
  return typeof number === 'number' ? number : undefined;
}
