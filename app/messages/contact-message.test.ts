import { expect, it } from 'vitest';
import { Problem } from '../foundation/http/problem.ts';
import { readContactMessage } from './messages.server.ts';

const good = { name: 'Asha', email: 'asha@example.in', message: 'Is the pallu woven or printed?' };

/** Returns the invalid fields with their messages. */
function refusedFields(input: unknown) {
  try {
    readContactMessage(input);
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return error.fields;
    throw error;
  }
  return [];
}

it('name, email address and message are trimmed [S-DATA-23]', () => {
  const read = readContactMessage({ name: '  Asha ', email: ' asha@example.in ', message: ' Namaste.\n' });
  expect(read).toEqual({ name: 'Asha', email: 'asha@example.in', message: 'Namaste.' });
});

it('each field that is blank, missing or invalid is rejected with one message [S-API-38]', () => {
  expect(refusedFields({ name: ' ', email: 'asha', message: '' })).toEqual([
    { field: 'name', message: 'Please enter your name.' },
    { field: 'email', message: 'Please enter a valid email' },
    { field: 'message', message: 'Please write your message.' },
  ]);
  expect(refusedFields({ email: 7 }).map(({ field }) => field)).toEqual(['name', 'email', 'message']);
});

it('a message has at most 4000 characters, and a name at most 120', () => {
  const input = { ...good, name: 'a'.repeat(121), message: 'b'.repeat(4001) };
  expect(refusedFields(input).map(({ field }) => field)).toEqual(['name', 'message']);
  expect(refusedFields({ ...good, name: 'a'.repeat(120), message: 'b'.repeat(4000) })).toEqual([]);
});

it('line breaks are removed from the name, and NUL bytes from every field [Q-114]', () => {
  const read = readContactMessage({ ...good, name: 'Asha\r\nBcc: all@example.in', message: 'a\0b' });
  expect(read).toMatchObject({ name: 'Asha Bcc: all@example.in', message: 'ab' });
});

it('an email address with a line break, a second address or over 254 characters is rejected [S-API-38 Q-114]', () => {
  for (const email of ['a@b.in\r\nBcc: c@d.in', 'a@b.in, c@d.in', `${'a'.repeat(250)}@example.in`])
    expect(refusedFields({ ...good, email })).toHaveLength(1);
});
