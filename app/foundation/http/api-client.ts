import type { FieldError } from './problem.ts';

/** A failed request, with a message to show to the user. `status` is 0 if there was no response. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly problem: string;
  readonly fields: readonly FieldError[];
  /** Parsed response body; undefined if there is none. */
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

export const unreachableMessage = 'The shop did not answer. Please look at your connection and try again.';

/** `problem` of a request that timed out: retrying it at once would take as long again. */
export const tooSlowCode = 'too-slow';

type ResponseLike = { ok: boolean; status: number; json(): Promise<unknown> };

/** Body type of the successful responses. */
type Success<A extends ResponseLike> = A extends { ok: false } ? never : Awaited<ReturnType<A['json']>>;

/** Returns the parsed body of a successful response. Rejects only with {@link RequestFailed}. */
export function readResponse<A extends ResponseLike>(pending: Promise<A>): Promise<Success<A>>;
export async function readResponse(pending: Promise<ResponseLike>): Promise<unknown> {
  const response = await pending.catch((error: unknown) => {
    const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError';
    throw new RequestFailed(unreachableMessage, 0, isTooSlow ? tooSlowCode : '');
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

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns the string property `key` of an unknown value, or undefined. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = propertyOf(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** Returns the field errors of a problem+json body. */
export function fieldsOf(body: unknown): FieldError[] {
  const errors = propertyOf(body, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const [field, message] = [textAt(error, 'field'), textAt(error, 'message')];
    return field && message ? [{ field, message }] : [];
  });
}
