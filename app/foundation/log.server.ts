import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { propertyOf, textAt } from './parse-json.ts';

export type Log = pino.Logger;

const redactedFields = ['token', 'otp', 'code', 'email', 'phone'];

/**
 * Creates the log. Writes one line of JSON per entry to standard output or to `destination`. Redacts the {@link redactedFields}
 * at the top level and one level below. Other fields must not contain personal data. Errors are logged in the field `err`.
 */
export function openLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: {
      paths: [...redactedFields, ...redactedFields.map((field) => `*.${field}`), '*.authorization'],
      censor: '[cut]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * The parts of an error that are logged. Email addresses in `message` are redacted, and so is the invalid value that a data
 * exception quotes.
 */
type LoggedError = {
  type: string;
  message?: string;
  /** SQLSTATE code, or error code of the operating system. The field is not named `code`, because the log redacts this name. */
  errorCode?: string;
  constraint?: string;
  table?: string;
  status?: number;
  /** The stack frames, without the message at the start of the stack. */
  stack?: string[];
  cause?: LoggedError;
};

const maxDepth = 4;
const frame = /^ {4}at .*(?::\d+:\d+\)?|<anonymous>\)?|\(native\))$/;
const emailAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/**
 * Returns the parts of an error that may be logged. Replaces the message of a failed query, because this message contains the
 * query's parameters. The `cause` of a failed query is the database's error. It is logged without its `detail`, because `detail`
 * quotes the row.
 */
function describeError(error: unknown, depth = 0): LoggedError {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: textOf(error) };
  const logged: LoggedError = { type: error.constructor?.name ?? 'object' };
  if (error instanceof Error) {
    logged.message = textOf(error);
    logged.stack = framesOf(error);
  }
  const errorCode = textAt(error, 'code');
  if (errorCode !== undefined) logged.errorCode = errorCode;
  for (const key of ['constraint', 'table'] as const) {
    const value = textAt(error, key);
    if (value !== undefined) logged[key] = value;
  }
  const status = propertyOf(error, 'status');
  if (typeof status === 'number') logged.status = status;
  const cause = propertyOf(error, 'cause') ?? propertyOf(error, 'error');
  if (cause !== undefined && depth < maxDepth) logged.cause = describeError(cause, depth + 1);
  return logged;
}

function textOf(error: unknown): string {
  if (error instanceof DrizzleQueryError) return 'Failed query';
  if (!(error instanceof Error)) return typeof error === 'string' ? redactAddresses(error) : String(error);
  // Data exceptions (class 22) quote the invalid value. Example: `invalid input syntax for type uuid: "…"`.
  const quotesInput = /^22[0-9A-Z]{3}$/.test(textAt(error, 'code') ?? '');
  return redactAddresses(quotesInput ? error.message.replace(/".*"/s, '"[cut]"') : error.message);
}

/** Redacts email addresses, because the error of a mail server contains the recipient's address. */
function redactAddresses(text: string): string {
  return text.replace(emailAddress, '[cut]');
}

/** Returns the frames of a stack. Skips the message, because one of its lines could look like a stack frame. */
function framesOf({ message, stack = '' }: Error): string[] {
  const after = stack.indexOf(message);
  const frames = after < 0 ? stack : stack.slice(after + message.length);
  return frames
    .split('\n')
    .filter((line) => frame.test(line))
    .map((line) => line.trim());
}
