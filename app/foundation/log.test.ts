import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openLog } from './log.server.ts';

/** The line that an error leaves in the log. */
function lineOf(err: unknown): string {
  const lines: string[] = [];
  openLog('info', { write: (line) => lines.push(line) }).error({ err }, 'request failed');
  return lines.join('');
}

const database = Object.assign(
  new Error('new row for relation "messages" violates check constraint "lengths"'),
  {
    code: '23514',
    constraint: 'lengths',
    table: 'messages',
    detail: 'Failing row contains (Asha Rao, asha@example.in, Namaste).',
  },
);
const input = ['Asha Rao', 'asha@example.in', 'Namaste\n    at home (/jaipur.ts:1:1)'];
const failed = new DrizzleQueryError('insert into messages values ($1, $2, $3)', input, database);

it('a failed query leaves the database’s words, state, constraint and table', () => {
  expect(JSON.parse(lineOf(failed))).toMatchObject({
    msg: 'request failed',
    err: {
      type: 'DrizzleQueryError',
      message: 'Failed query',
      cause: { message: database.message, errorCode: '23514', constraint: 'lengths', table: 'messages' },
    },
  });
});

it('a failed query leaves nothing that a person typed', () => {
  expect(lineOf(failed)).not.toMatch(/Asha|asha@|Namaste|jaipur|insert into/);
});

it('an error keeps its words and its frames', () => {
  const { err } = JSON.parse(lineOf(new TypeError('that is no function')));
  expect(err).toMatchObject({ type: 'TypeError', message: 'that is no function' });
  expect(err.stack[0]).toMatch(/^at .*log\.test\.ts:\d+:\d+\)?$/);
});

it('a value that the database could not read is cut out of its words', () => {
  const unread = Object.assign(new Error('invalid input syntax for type uuid: "Asha Rao"'), {
    code: '22P02',
  });
  expect(JSON.parse(lineOf(unread)).err.message).toBe('invalid input syntax for type uuid: "[cut]"');
});

it('a mail server that names the receiver is not repeated', () => {
  const refused = new Error('550 <asha@example.in>: no such mailbox');
  expect(JSON.parse(lineOf(refused)).err.message).toBe('550 <[cut]>: no such mailbox');
});

it('what is thrown but is no error is told too, and a circle of causes ends', () => {
  expect(JSON.parse(lineOf('broken')).err).toEqual({ type: 'string', message: 'broken' });
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.parse(lineOf(circle)).err.message).toBe('round');
});
