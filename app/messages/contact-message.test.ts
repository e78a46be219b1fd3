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

it('reads name, email and message, and trims them [S-DATA-23]', () => {
  const read = readContactMessage({ name: '  Asha ', email: ' asha@example.in ', message: ' Namaste.\n' });
  expect(read).toEqual({ name: 'Asha', email: 'asha@example.in', message: 'Namaste.' });
});

it('rejects each invalid field with one message of the shop [S-API-38]', () => {
  expect(refusedFields({ name: ' ', email: 'asha', message: '' })).toEqual([
    { field: 'name', message: 'Please enter your name.' },
    { field: 'email', message: 'Please enter a valid email' },
    { field: 'message', message: 'Please write your message.' },
  ]);
});

it('rejects fields that are missing or not texts [S-API-38]', () => {
  expect(refusedFields({ email: 7 }).map(({ field }) => field)).toEqual(['name', 'email', 'message']);
});

it('rejects a message of more than 4000 characters and a name of more than 120 characters', () => {
  const input = { ...good, name: 'a'.repeat(121), message: 'b'.repeat(4001) };
  expect(refusedFields(input).map(({ field }) => field)).toEqual(['name', 'message']);
  expect(refusedFields({ ...good, name: 'a'.repeat(120), message: 'b'.repeat(4000) })).toEqual([]);
});

it('removes a line break from the name, and NUL bytes from every field [Q-114]', () => {
  const read = readContactMessage({ ...good, name: 'Asha\r\nBcc: all@example.in', message: 'a\0b' });
  expect(read).toMatchObject({ name: 'Asha Bcc: all@example.in', message: 'ab' });
});

it('rejects an email address with a line break, a second address or more than 254 characters [S-API-38 Q-114]', () => {
  for (const email of [
    'a@b.in\r\nBcc: c@d.in',
    'a@b.in, c@d.in',
    'Asha <a@b.in>',
    `${'a'.repeat(250)}@example.in`,
  ]) {
    expect(refusedFields({ ...good, email })).toHaveLength(1);
  }
});
