import { DrizzleQueryError } from 'drizzle-orm';
import { Problem } from '../http/problem.ts';

/** Not the shop's fault, nor the asker's, and over in a moment: the database restarts, or the line to it is broken. */
export const DatabaseUnavailable = () =>
  new Problem(
    'database-away',
    503,
    'The shop cannot look into its books just now. Nothing was changed; please try again in a moment.',
    [],
    5,
  );

const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** It shuts down or starts up, has no connection left, or the connection broke. */
const states = /^(57P0[123]|53300|08...)$/;
/** What the driver says where there is no code. */
const text =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether a statement failed because there was no database to run it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isDatabaseUnavailable(error.cause);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return codes.has(code) || states.test(code) || text.test(error.message);
}
