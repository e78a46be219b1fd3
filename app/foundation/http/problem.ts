/** An invalid field of the input. The user sees `message`. */
export type FieldError = { field: string; message: string };

/**
 * An expected error that use cases and middleware throw. The API responds with `application/problem+json` (RFC 9457), and a page
 * shows the error page.
 */
export class Problem extends Error {
  override readonly name: string;
  readonly status: number;
  readonly fields: readonly FieldError[];
  /** Value of the `Retry-After` header in seconds. */
  readonly retryAfter: number | undefined;
  /** Additional fields of the response body, such as the current cart. */
  extensions: Readonly<Record<string, unknown>> = {};

  constructor(
    name: string,
    status: number,
    text: string,
    fields: readonly FieldError[] = [],
    retryAfter?: number,
  ) {
    super(text);
    this.retryAfter = retryAfter;
    this.name = name;
    this.status = status;
    this.fields = fields;
  }

  /** Sets the additional fields of the response body. Returns the same problem. */
  with(extensions: Readonly<Record<string, unknown>>): this {
    this.extensions = extensions;
    return this;
  }
}

/** A function that creates problems of one type. In OpenAPI, its `title`, `status` and default `text` describe the type. */
export type ProblemType = {
  (text?: string, fields?: readonly FieldError[]): Problem;
  title: string;
  status: number;
  text: string;
};

/**
 * Defines a type of problem. Example: `const NoSuchProduct = problem('no-such-product', 404, '…')`. To throw it, write `throw
 * NoSuchProduct()`, or `throw NoSuchProduct('Only 1 left.')` for a different text. `retryAfter` is the value of `Retry-After` in
 * seconds.
 */
export function problem(title: string, status: number, text: string, retryAfter?: number): ProblemType {
  const create = (other?: string, fields?: readonly FieldError[]) =>
    new Problem(title, status, other ?? text, fields, retryAfter);
  return Object.assign(create, { title, status, text });
}

export function isProblem(error: unknown, ...types: readonly ProblemType[]): error is Problem {
  return error instanceof Problem && types.some(({ title }) => title === error.name);
}

export const BadInput = problem('bad-input', 400, 'Something in the request is not right.');
export const NoSuchEndpoint = problem('no-such-endpoint', 404, 'Endpoint not found.');
export const TooLarge = problem('too-large', 413, 'That is too large to be read.');
export const MethodNotAllowed = problem('method-not-allowed', 405, 'This endpoint takes another method.');
/** Rate-limited endpoints declare this problem. To throw it with a `Retry-After` header, use {@link tooManyRequestsAfter}. */
export const TooManyRequests = problem(
  'too-many',
  429,
  'Too many requests; `Retry-After` says when to try again.',
);
/** Creates the problem of an exceeded rate limit. `seconds` is the time until the next request is allowed. */
export const tooManyRequestsAfter = (text: string, seconds: number) =>
  new Problem(TooManyRequests.title, TooManyRequests.status, text, [], seconds);
export const InternalError = problem('broken', 500, 'Something went wrong on our side. Please try again.');
