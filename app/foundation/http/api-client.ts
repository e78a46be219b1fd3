import { propertyOf, textAt } from '../parse-json.ts';
import type { FieldError } from './problem.ts';

/** Thrown if a request fails. The message can be shown to the user. `status` is 0 if there was no response. */
export class RequestFailed extends Error {
  readonly status: number;
  /** Name of the problem, such as `no-such-order`. Empty if the response contains no problem. */
  readonly problem: string;
  readonly fields: readonly FieldError[];
  /** Parsed response body. Undefined if the response has no JSON body. */
  readonly body: unknown;

  constructor(
    text: string,
    status = 0,
    problem = '',
    fields: readonly FieldError[] = [],
    body: unknown = undefined,
  ) {
    super(text);
    this.status = status;
    this.problem = problem;
    this.fields = fields;
    this.body = body;
  }
}

export const unreachableMessage = 'We could not reach the shop. Please check your connection and try again.';

/**
 * Returns a {@link RequestFailed} unchanged. Converts any other error to one with the message that the shop could not be reached.
 */
export function asFailure(error: unknown): RequestFailed {
  return error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage);
}

/**
 * Value of `RequestFailed.problem` after a timeout. Callers must not retry at once, because the retry would probably time out
 * too.
 */
export const tooSlowTitle = 'too-slow';

export type ResponseLike = { ok: boolean; status: number; json(): Promise<unknown> };

type Success<A extends ResponseLike> = A extends { ok: false } ? never : Awaited<ReturnType<A['json']>>;

/** Returns the parsed body of a successful response. Rejects only with {@link RequestFailed}. */
export function readResponse<A extends ResponseLike>(pending: Promise<A>): Promise<Success<A>>;
export async function readResponse(pending: Promise<ResponseLike>): Promise<unknown> {
  const response = await pending.catch((error: unknown) => {
    const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError';
    throw new RequestFailed(unreachableMessage, 0, isTooSlow ? tooSlowTitle : '');
  });
  if (response.ok) {
    return response.json().catch(() => {
      throw new RequestFailed(unreachableMessage, response.status);
    });
  }
  const body: unknown = await response.json().catch(() => undefined);
  throw new RequestFailed(
    textAt(body, 'message') ?? unreachableMessage,
    response.status,
    textAt(body, 'title') ?? '',
    fieldsOf(body),
    body,
  );
}

/** Returns the field errors in a problem+json body. Returns an empty array for any other body. */
export function fieldsOf(body: unknown): FieldError[] {
  const errors = propertyOf(body, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const [field, message] = [textAt(error, 'field'), textAt(error, 'message')];
    return field && message ? [{ field, message }] : [];
  });
}
