import { expect, it } from 'vitest';
import { Problem } from '../foundation/http/problem.ts';
import { messageEmail, waitingMessagesEmail } from './message-email.server.ts';
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

it('texts are trimmed, and line breaks in the name and NUL bytes are removed [S-DATA-23 Q-114]', () => {
  const read = readContactMessage({ name: '  Asha ', email: ' asha@example.in ', message: ' Namaste.\n' });
  expect(read).toEqual({ name: 'Asha', email: 'asha@example.in', message: 'Namaste.' });
  const unusual = { ...good, name: 'Asha\r\nBcc: all@example.in', message: 'a\0b' };
  expect(readContactMessage(unusual)).toMatchObject({ name: 'Asha Bcc: all@example.in', message: 'ab' });
});

it('each field that is blank, missing or invalid is rejected with one message [S-API-38]', () => {
  expect(refusedFields({ name: ' ', email: 'asha', message: '' })).toEqual([
    { field: 'name', message: 'Please enter your name.' },
    { field: 'email', message: 'Please enter a valid email' },
    { field: 'message', message: 'Please write your message.' },
  ]);
  expect(refusedFields({ email: 7 }).map(({ field }) => field)).toEqual(['name', 'email', 'message']);
});

it('a text that is too long, and an email address with a line break or a second address, are rejected [S-API-38 Q-114]', () => {
  const input = { ...good, name: 'a'.repeat(121), message: 'b'.repeat(4001) };
  expect(refusedFields(input).map(({ field }) => field)).toEqual(['name', 'message']);
  expect(refusedFields({ ...good, name: 'a'.repeat(120), message: 'b'.repeat(4000) })).toEqual([]);
  for (const email of ['a@b.in\r\nBcc: c@d.in', 'a@b.in, c@d.in', `${'a'.repeat(250)}@example.in`])
    expect(refusedFields({ ...good, email })).toHaveLength(1);
});

const sender = { name: '<b>Asha</b>', email: 'asha@example.in' };
const escaped = { ...sender, message: 'One\n<img src=x>', piece: 'TB-SAR-001' };

it('the email about a message contains the message, escaped in HTML, and a reply goes to the sender', () => {
  const email = messageEmail(escaped, 'owner@example.in');
  expect(email).toMatchObject({ to: 'owner@example.in', replyTo: 'asha@example.in' });
  expect(email.html).toContain('&lt;b&gt;Asha&lt;/b&gt; (asha@example.in)');
  expect(email.html).toContain('One<br>&lt;img src=x&gt;');
  expect(email.text).toContain('About the piece TB-SAR-001');
  expect(email.text).toContain('One\n<img src=x>');
});

it('an email about several messages contains their number and a link to them', () => {
  const one = waitingMessagesEmail(1, 'https://shop.example', 'owner@example.in');
  expect(one).toMatchObject({ to: 'owner@example.in', subject: '1 more message is waiting' });
  expect(one.text).toContain('https://shop.example/admin/messages?state=new');
  expect(waitingMessagesEmail(14, '', '').subject).toBe('14 more messages are waiting');
});
