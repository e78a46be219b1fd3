import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openLog } from './log.server.ts';

/** Logs an error. Returns the log line. */
function lineOf(err: unknown): string {
  const lines: string[] = [];
  openLog('info', { write: (line) => lines.push(line) }).error({ err }, 'request failed');
  return lines.join('');
}

const text = 'new row for relation "messages" violates check constraint "lengths"';
const details = { code: '23514', constraint: 'lengths', table: 'messages' };
const databaseError = Object.assign(new Error(text), {
  ...details,
  detail: 'Failing row contains (Asha Rao, asha@example.in, Namaste).',
});
const params = ['Asha Rao', 'asha@example.in', 'Namaste\n    at home (/jaipur.ts:1:1)'];
const queryError = new DrizzleQueryError('insert into messages values ($1, $2, $3)', params, databaseError);

it('logs a failed query with the message of the database, but without the query’s parameters', () => {
  expect(JSON.parse(lineOf(queryError))).toMatchObject({
    msg: 'request failed',
    err: {
      type: 'DrizzleQueryError',
      message: 'Failed query',
      cause: { message: databaseError.message, errorCode: '23514', constraint: 'lengths', table: 'messages' },
    },
  });
  expect(lineOf(queryError)).not.toMatch(/Asha|asha@|Namaste|jaipur|insert into/);
});

it('logs an error with its message and stack frames', () => {
  const { err } = JSON.parse(lineOf(new TypeError('that is no function')));
  expect(err).toMatchObject({ type: 'TypeError', message: 'that is no function' });
  expect(err.stack[0]).toMatch(/^at .*log\.test\.ts:\d+:\d+\)?$/);
});

it('redacts an invalid value in the message of a database error, and the email address in the message of a mail server', () => {
  const invalid = Object.assign(new Error('invalid input for type uuid: "Asha Rao"'), { code: '22P02' });
  expect(JSON.parse(lineOf(invalid)).err.message).toBe('invalid input for type uuid: "[cut]"');
  const smtpError = new Error('550 <asha@example.in>: no such mailbox');
  expect(JSON.parse(lineOf(smtpError)).err.message).toBe('550 <[cut]>: no such mailbox');
});

it('logs a thrown string, and an error that is its own cause', () => {
  expect(JSON.parse(lineOf('broken')).err).toEqual({ type: 'string', message: 'broken' });
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.parse(lineOf(circle)).err.message).toBe('round');
});
