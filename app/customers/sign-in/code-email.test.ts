import { expect, it } from 'vitest';
import { registered } from '../../../tests/fixtures/invoices.ts';
import { codeEmail } from './code-email.server.ts';

const mail = codeEmail(
  { ...registered, name: 'Loom', codeMinutes: 7 },
  { to: 'asha@example.in', code: '012345' },
);

it('the code stands in the subject, with the shop’s name from the settings', () => {
  expect(mail.subject).toBe('012345 is your Loom code');
});

it('both parts tell the code, how long it works, and where the shop is', () => {
  for (const part of [mail.text, mail.html.replace(/<[^>]+>/g, '')]) {
    expect(part).toContain('012345');
    expect(part).toContain('It works once, for 7 minutes.');
    expect(part).toContain(registered.contact.address);
  }
});

it('a minute is one minute', () => {
  const { text } = codeEmail({ ...registered, codeMinutes: 1 }, { to: 'asha@example.in', code: '012345' });
  expect(text).toContain('for 1 minute.');
});
