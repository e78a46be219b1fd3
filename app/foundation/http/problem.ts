/** What is wrong with one field of the input, in words for the person who typed it. */
export type FieldError = { field: string; message: string };

/**
 * An expected "no": thrown by a verb, answered by the door as `application/problem+json` (RFC 9457) or as a
 * calm page. Anything else that is thrown is a bug and is answered with 500.
 */
export class Problem extends Error {
  override readonly name: string;
  readonly status: number;
  readonly fields: readonly FieldError[];
  /** For 429: after how many seconds it makes sense to try again. */
  readonly retryAfter: number | undefined;
  /** What else the answer carries, by its names on the wire: the cart as it is now. */
  more: Readonly<Record<string, unknown>> = {};

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
  with(more: Readonly<Record<string, unknown>>): this {
    this.more = more;
    return this;
  }
}

/**
 * Names an expected problem once, in a room's contract: `const NoSuchProduct = problem('no-such-product', 404, '…')`.
 * Throw it with `throw NoSuchProduct()`, or with other words: `throw NoSuchProduct('Only 1 left.')`.
 */
export function problem(name: string, status: number, text: string) {
  return (other?: string, fields?: readonly FieldError[]) => new Problem(name, status, other ?? text, fields);
}

export const BadInput = problem('bad-input', 400, 'Something in the request is not right.');
export const NoSuchCall = problem('no-such-call', 404, 'There is no such call.');
export const NotAllowed = problem('method-not-allowed', 405, 'This call takes another method.');
/** Too many uses of something; `seconds` from now it may be used again. */
export function TooMany(text: string, seconds: number) {
  return new Problem('too-many', 429, text, [], seconds);
}
export const Broken = problem('broken', 500, 'Something went wrong on our side. Please try again.');
