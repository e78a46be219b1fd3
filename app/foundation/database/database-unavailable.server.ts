import { DrizzleQueryError } from 'drizzle-orm';
import { problem } from '../http/problem.ts';
import { textAt } from '../parse-json.ts';

/** The problem of a database that is restarting, unreachable or out of connections. Clients may retry after five seconds. */
export const DatabaseUnavailable = problem(
  'database-away',
  503,
  'The shop is not available at the moment. Nothing was changed. Please try again in a moment.',
  5,
);

const systemCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
/** SQLSTATE codes of a database that is shutting down, starting, out of connections, or disconnected. */
const sqlStates = /^(57P0[123]|53300|08...)$/;
/** The start of driver error messages that come without a code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** True if a statement failed because the database was unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isDatabaseUnavailable(error.cause);
  if (!(error instanceof Error)) return false;
  const code = textAt(error, 'code') ?? '';
  return systemCodes.test(code) || sqlStates.test(code) || driverMessages.test(error.message);
}
