import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openLog } from './log.server.ts';

/** Returns the log line of an error. */
function lineOf(err: unknown): string {
  const lines: string[] = [];
  openLog('info', { write: (line) => lines.push(line) }).error({ err }, 'request failed');
  return lines.join('');
}

const databaseError = Object.assign(
  new Error('new row for relation "messages" violates check constraint "lengths"'),
  {
    code: '23514',
    constraint: 'lengths',
    table: 'messages',
    detail: 'Failing row contains (Asha Rao, asha@example.in, Namaste).',
  },
);
const params = ['Asha Rao', 'asha@example.in', 'Namaste\n    at home (/jaipur.ts:1:1)'];
const queryError = new DrizzleQueryError('insert into messages values ($1, $2, $3)', params, databaseError);

it('a failed query is logged with the database error, its code, constraint and table', () => {
  expect(JSON.parse(lineOf(queryError))).toMatchObject({
    msg: 'request failed',
    err: {
      type: 'DrizzleQueryError',
      message: 'Failed query',
      cause: { message: databaseError.message, errorCode: '23514', constraint: 'lengths', table: 'messages' },
    },
  });
});

it('a failed query is logged without its parameters', () => {
  expect(lineOf(queryError)).not.toMatch(/Asha|asha@|Namaste|jaipur|insert into/);
});

it('an error is logged with its message and frames', () => {
  const { err } = JSON.parse(lineOf(new TypeError('that is no function')));
  expect(err).toMatchObject({ type: 'TypeError', message: 'that is no function' });
  expect(err.stack[0]).toMatch(/^at .*log\.test\.ts:\d+:\d+\)?$/);
});

it('an invalid value is redacted in the database’s message', () => {
  const dataError = Object.assign(new Error('invalid input syntax for type uuid: "Asha Rao"'), {
    code: '22P02',
  });
  expect(JSON.parse(lineOf(dataError)).err.message).toBe('invalid input syntax for type uuid: "[cut]"');
});

it('the recipient is redacted in a mail server’s message', () => {
  const smtpError = new Error('550 <asha@example.in>: no such mailbox');
  expect(JSON.parse(lineOf(smtpError)).err.message).toBe('550 <[cut]>: no such mailbox');
});

it('a thrown string is logged, and a circular cause ends', () => {
  expect(JSON.parse(lineOf('broken')).err).toEqual({ type: 'string', message: 'broken' });
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.parse(lineOf(circle)).err.message).toBe('round');
});
