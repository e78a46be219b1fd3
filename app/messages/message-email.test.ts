import { expect, it } from 'vitest';
import { messageEmail, waitingMessagesEmail } from './message-email.server.ts';

const message = {
  name: '<b>Asha</b>',
  email: 'asha@example.in',
  message: 'One\n<img src=x>',
  piece: 'TB-SAR-001',
};
const email = messageEmail(message, 'owner@example.in');

it('an answer to the letter goes to the sender', () => {
  expect(email).toMatchObject({ to: 'owner@example.in', replyTo: 'asha@example.in' });
});

it('what was typed stands in the HTML as text', () => {
  expect(email.html).toContain('&lt;b&gt;Asha&lt;/b&gt; (asha@example.in)');
  expect(email.html).toContain('One<br>&lt;img src=x&gt;');
});

it('the plain part carries the words as they were typed, and the piece', () => {
  expect(email.text).toContain('About the piece TB-SAR-001');
  expect(email.text).toContain('One\n<img src=x>');
});

it('one email counts the messages that had none, and leads to them', () => {
  const one = waitingMessagesEmail(1, 'https://shop.example', 'owner@example.in');
  expect(one).toMatchObject({ to: 'owner@example.in', subject: '1 more message is waiting' });
  expect(one.text).toContain('https://shop.example/admin/messages?state=new');
  expect(waitingMessagesEmail(14, '', '').subject).toBe('14 more messages are waiting');
});
