/** What is wrong with one field of the input, in words for the person who typed it. */
export type FieldError = { field: string; message: string };

/**
 * An expected refusal: thrown by a use case, answered by the API as `application/problem+json` (RFC 9457) or as a
 * page. Anything else that is thrown is a fault of the shop and is answered with 500.
 */
export class Problem extends Error {
  override readonly name: string;
  readonly status: number;
  readonly fields: readonly FieldError[];
  /** For 429: after how many seconds it makes sense to try again. */
  readonly retryAfter: number | undefined;
  /** What else the answer carries, by its names on the wire: the cart as it is now. */
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

  /** The same problem, with more in its answer. */
  with(extensions: Readonly<Record<string, unknown>>): this {
    this.extensions = extensions;
    return this;
  }
}

/** Makes problems of one kind; its `title`, `status` and usual text describe it in OpenAPI. */
export type ProblemType = {
  (text?: string, fields?: readonly FieldError[]): Problem;
  title: string;
  status: number;
  text: string;
};

/**
 * Names an expected problem once, in a module's contract: `const NoSuchProduct = problem('no-such-product', 404, '…')`.
 * Throw it with `throw NoSuchProduct()`, or with another text: `throw NoSuchProduct('Only 1 left.')`.
 * `retryAfter` says after how many seconds it makes sense to try again.
 */
export function problem(title: string, status: number, text: string, retryAfter?: number): ProblemType {
  const create = (other?: string, fields?: readonly FieldError[]) =>
    new Problem(title, status, other ?? text, fields, retryAfter);
  return Object.assign(create, { title, status, text });
}

/** True for a problem of one of these types. */
export function isProblem(error: unknown, ...types: readonly ProblemType[]): error is Problem {
  return error instanceof Problem && types.some(({ title }) => title === error.name);
}

export const BadInput = problem('bad-input', 400, 'Something in the request is not right.');
export const NoSuchEndpoint = problem('no-such-endpoint', 404, 'There is no such call.');
export const TooLarge = problem('too-large', 413, 'That is too large to be read.');
export const MethodNotAllowed = problem('method-not-allowed', 405, 'This call takes another method.');
/** For the rows of endpoints whose uses are counted; {@link tooManyRequests} makes one. */
export const TooManyRequests = problem(
  'too-many',
  429,
  'Too many requests; `Retry-After` says when to try again.',
);
/** Too many uses of something; `seconds` from now it may be used again. */
export const tooManyRequests = (text: string, seconds: number) =>
  new Problem(TooManyRequests.title, TooManyRequests.status, text, [], seconds);
export const InternalError = problem('broken', 500, 'Something went wrong on our side. Please try again.');
