import type { FieldError } from './problem.ts';

/** A call that did not succeed, in words for the person who waits for it. `status` is 0 where no answer came. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly problem: string;
  readonly fields: readonly FieldError[];
  /** The whole response; undefined where none came. */
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

/** The `problem` of a call that was given up after some time: to try it again takes as long again. */
export const tooSlowCode = 'too-slow';

type Answer = { ok: boolean; status: number; json(): Promise<unknown> };

/** The body of those answers of a call that are not refusals. */
type Success<A extends Answer> = A extends { ok: false } ? never : Awaited<ReturnType<A['json']>>;

/** What a call answered. Rejects with {@link RequestFailed}, and with nothing else. */
export function readResponse<A extends Answer>(pending: Promise<A>): Promise<Success<A>>;
export async function readResponse(pending: Promise<Answer>): Promise<unknown> {
  const answer = await pending.catch((error: unknown) => {
    const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError';
    throw new RequestFailed(unreachableMessage, 0, isTooSlow ? tooSlowCode : '');
  });
  if (answer.ok) {
    return answer.json().catch(() => {
      throw new RequestFailed(unreachableMessage, answer.status);
    });
  }
  const body: unknown = await answer.json().catch(() => undefined);
  throw new RequestFailed(
    textAt(body, 'message') ?? unreachableMessage,
    answer.status,
    textAt(body, 'title') ?? '',
    fieldsOf(body),
    body,
  );
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The text under `key` of something that came from elsewhere. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = at(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** What a problem+json body says of single fields. */
export function fieldsOf(body: unknown): FieldError[] {
  const errors = at(body, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const [field, message] = [textAt(error, 'field'), textAt(error, 'message')];
    return field && message ? [{ field, message }] : [];
  });
}
