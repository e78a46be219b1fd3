import type { FieldError } from './problem.ts';

/** A failed request, with a message to show to the user. `status` is 0 if there was no response. */
export class RequestFailed extends Error {
  readonly status: number;
  /** Title of the problem, such as `no-such-order`; empty if the response has none. */
  readonly problem: string;
  readonly fields: readonly FieldError[];
  /** Parsed response body; undefined if the response has no JSON body. */
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

/** Returns the error of a request. An unexpected error counts as a lost response. */
export function asFailure(error: unknown): RequestFailed {
  return error instanceof RequestFailed ? error : new RequestFailed(unreachableMessage);
}

/** Value of `RequestFailed.problem` after a timeout. Do not retry at once, because the retry would time out as well. */
export const tooSlowTitle = 'too-slow';

export type ResponseLike = { ok: boolean; status: number; json(): Promise<unknown> };

/** Type of the body of a successful response. */
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

export function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns the property `key` of an unknown value if the property is a string, otherwise undefined. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = propertyOf(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** Returns the field errors of a problem+json body. Returns an empty array for any other body. */
export function fieldsOf(body: unknown): FieldError[] {
  const errors = propertyOf(body, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const [field, message] = [textAt(error, 'field'), textAt(error, 'message')];
    return field && message ? [{ field, message }] : [];
  });
}
