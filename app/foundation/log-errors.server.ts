import { DrizzleQueryError } from 'drizzle-orm';

/** An error as it stands in the log: what broke and where, and nothing that a person typed. */
export type LoggedError = {
  type: string;
  message?: string;
  /** The database's SQLSTATE, or the system's code. Not `code`: that name is for a person's one-time code. */
  errorCode?: string;
  constraint?: string;
  table?: string;
  status?: number;
  /** Frames only, because the head of a stack repeats the message. */
  stack?: string[];
  cause?: LoggedError;
};

const deepest = 4;
const frame = /^ {4}at .*(?::\d+:\d+\)?|<anonymous>\)?|\(native\))$/;
const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/**
 * What of an error may be logged. A failed query carries its parameters (names, addresses, words, codes) in its
 * message, so of those only the database's own words stay, and of these not `detail`, which quotes the row.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: textOf(error) };
  const described: LoggedError = { type: error.constructor?.name ?? 'object' };
  if (error instanceof Error) {
    described.message = textOf(error);
    described.stack = framesOf(error);
  }
  const errorCode = read(error, 'code');
  if (typeof errorCode === 'string') described.errorCode = errorCode;
  for (const key of ['constraint', 'table'] as const) {
    const value = read(error, key);
    if (typeof value === 'string') described[key] = value;
  }
  const status = read(error, 'status');
  if (typeof status === 'number') described.status = status;
  const cause = read(error, 'cause') ?? read(error, 'error');
  if (cause !== undefined && depth < deepest) described.cause = describeError(cause, depth + 1);
  return described;
}

function read(error: object, key: string): unknown {
  return Reflect.get(error, key);
}

function textOf(error: unknown): string {
  if (error instanceof DrizzleQueryError) return 'Failed query';
  if (!(error instanceof Error)) return typeof error === 'string' ? cutAddresses(error) : String(error);
  const code = read(error, 'code');
  // The data exceptions quote the value that was not right: `invalid input syntax for type uuid: "…"`.
  const quotes = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
  return cutAddresses(quotes ? error.message.replace(/".*"/s, '"[cut]"') : error.message);
}

/** A mail server's refusal names the receiver. */
function cutAddresses(text: string): string {
  return text.replace(address, '[cut]');
}

/** The message goes first: a line that a person typed could look like a frame. */
function framesOf({ message, stack = '' }: Error): string[] {
  const after = stack.indexOf(message);
  const frames = after < 0 ? stack : stack.slice(after + message.length);
  return frames
    .split('\n')
    .filter((line) => frame.test(line))
    .map((line) => line.trim());
}
