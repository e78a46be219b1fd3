import { z } from 'zod';
import { days, minutes, seconds } from '../foundation/clock.ts';
import type { ShiprocketAccount } from '../foundation/config/accounts.server.ts';
import { parseJson } from '../foundation/parse-json.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { CourierRejected, CourierUnavailable } from './courier.ts';

const base = 'https://apiv2.shiprocket.in/v1/external';
/** Time in milliseconds after which the access token is replaced. Shiprocket's tokens are valid for ten days. */
const refreshMs = days(9);
const requestTimeoutMs = seconds(8);
/** Pause in milliseconds after a rejected sign-in, because more sign-ins would lock the account. */
const rejectedSignInPauseMs = minutes(15);
const maxPauseMs = minutes(10);

type Method = 'GET' | 'POST';
type RawResponse = { status: number; text: string };

/** Thrown if Shiprocket rejects a request. `reason` is Shiprocket's message. */
export class ShiprocketRejected extends CourierRejected {
  readonly reason: string;
  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

const ShiprocketError = z.object({
  message: z.unknown().optional(),
  errors: z.unknown().optional(),
  status_code: z.coerce.number().optional().catch(undefined),
});
const Token = z.object({ token: z.string().min(1) });

/**
 * Sends a request to Shiprocket. `read` converts the JSON of a 2xx response. It is called with undefined if the body is not JSON.
 * If it returns undefined, the request is treated as failed, because Shiprocket rejects some requests with status 200.
 */
export type ShiprocketRequest = <T>(
  method: Method,
  path: string,
  body: unknown,
  read: (json: unknown) => T | undefined,
) => Promise<T>;

/**
 * Creates the API client for one Shiprocket account. The client signs in when necessary. After a rate limit or a rejected
 * sign-in, it pauses all requests.
 */
export function shiprocketClient(
  shop: Shop,
  account: ShiprocketAccount,
  timeoutMs = requestTimeoutMs,
): ShiprocketRequest {
  const { send, pause } = createSender(shop, account.url ?? base, timeoutMs);
  let access: { token: string; refreshAt: number } | undefined;
  let signingIn: Promise<string> | undefined;

  async function signIn(): Promise<string> {
    const { email, password } = account;
    const { status, text } = await send('POST', '/auth/login', { email, password });
    const read = Token.safeParse(parseJson(text));
    if (status === 200 && read.success) {
      access = { token: read.data.token, refreshAt: shop.clock.now().getTime() + refreshMs };
      return access.token;
    }
    if (status < 500) pause(rejectedSignInPauseMs);
    throw new CourierUnavailable(`Shiprocket rejected the shop’s sign-in: ${messageOf(text)} (${status})`);
  }

  /**
   * Returns the access token. Signs in for a new token if the token is nine days old or equals `refused`, a token that Shiprocket
   * rejected. Concurrent callers share one sign-in.
   */
  function readToken(refused?: string): Promise<string> | string {
    const now = shop.clock.now().getTime();
    if (access && access.refreshAt > now && access.token !== refused) return access.token;
    signingIn ??= signIn().finally(() => {
      signingIn = undefined;
    });
    return signingIn;
  }

  return async (method, path, body, read) => {
    let token = await readToken();
    let response = await send(method, path, body, token);
    if (response.status === 401) {
      token = await readToken(token);
      response = await send(method, path, body, token);
    }
    return readResponse(`${method} ${path}`, response, read);
  };
}

/** Creates the function that sends requests, and the function that pauses it. A rate limit pauses it too. */
function createSender(shop: Shop, baseUrl: string, timeoutMs: number) {
  let pausedUntil = 0;

  function pause(ms: number) {
    pausedUntil = Math.max(pausedUntil, shop.clock.now().getTime() + ms);
  }

  async function send(method: Method, path: string, body: unknown, token?: string): Promise<RawResponse> {
    if (shop.clock.now().getTime() < pausedUntil)
      throw new CourierUnavailable(
        `Shiprocket asked the shop to wait before the next request (${method} ${path})`,
      );
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.status === 429) {
        const retryAfterSeconds = Number(response.headers.get('retry-after') ?? '');
        pause(retryAfterSeconds > 0 ? Math.min(seconds(retryAfterSeconds), maxPauseMs) : seconds(30));
        throw new CourierUnavailable(
          `Shiprocket asked the shop to wait before the next request (${method} ${path})`,
        );
      }
      return { status: response.status, text };
    } catch (error) {
      if (error instanceof CourierUnavailable) throw error;
      throw new CourierUnavailable(`Shiprocket did not respond (${method} ${path})`, { cause: error });
    }
  }

  return { send, pause };
}

function readResponse<T>(
  request: string,
  { status, text }: RawResponse,
  read: (json: unknown) => T | undefined,
): T {
  const json = parseJson(text);
  const isOk = status >= 200 && status < 300;
  const parsed = isOk ? read(json) : undefined;
  if (parsed !== undefined) return parsed;
  const message = messageOf(text);
  const error = `Shiprocket did not accept the request: ${message} (${status}, ${request})`;
  // A response 500 with one of these messages is a rejection. Either the request was already processed, or the object does not
  // exist.
  if (status >= 500 && /duplicate request|non-object/i.test(message))
    throw new ShiprocketRejected(error, message);
  const statusCode = ShiprocketError.safeParse(json).data?.status_code ?? 0;
  const mayRetry = status >= 500 || [401, 403, 408, 409].includes(status);
  const isUnclear = isOk && (message === '' || statusCode >= 500 || statusCode === 429 || statusCode === 401);
  if (mayRetry || isUnclear)
    throw new CourierUnavailable(
      `Shiprocket could not process the request: ${message} (${status}, ${request})`,
    );
  throw new ShiprocketRejected(error, message);
}

/** Returns the error message of a response: its fields `message` and `errors`, joined. */
function messageOf(text: string): string {
  const error = ShiprocketError.safeParse(parseJson(text)).data;
  const message = [error?.message, error?.errors]
    .filter((part) => part != null && part !== '')
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
  return message.join(' ').slice(0, 500);
}
