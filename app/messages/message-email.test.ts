import { expect, it } from 'vitest';
import { messageEmail, waitingMessagesEmail } from './message-email.server.ts';

const sender = { name: '<b>Asha</b>', email: 'asha@example.in' };
const message = { ...sender, message: 'One\n<img src=x>', piece: 'TB-SAR-001' };
const email = messageEmail(message, 'owner@example.in');

it('an email about a message contains the message, escaped in HTML, and its reply address', () => {
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
