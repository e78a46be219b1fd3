import { expect, it } from 'vitest';
import { registered } from '../../../tests/fixtures/invoices.ts';
import { signInEmail } from './code-email.server.ts';

const url = 'https://loom.example/login#link=abc';
const settings = { ...registered, name: 'Loom', codeMinutes: 7 };
const withCode = signInEmail(settings, { to: 'asha@example.in', url, code: '012345' });
const linkOnly = signInEmail(settings, { to: 'asha@example.in', url });
const partsOf = ({ text, html }: { text: string; html: string }) => [text, html.replace(/<[^>]+>/g, '')];

it('a sign-in email has the reply address that the owner has set, or else the shop’s contact address', () => {
  expect(withCode.replyTo).toBe(settings.contact.email);
  const contact = { ...settings.contact, replyTo: 'replies@loom.example' };
  expect(signInEmail({ ...settings, contact }, { to: 'asha@example.in', url }).replyTo).toBe(
    'replies@loom.example',
  );
});

it('a sign-in email with a code contains the code, its validity and the shop’s postal address', () => {
  expect(withCode.subject).toBe('012345 is your Loom code');
  for (const part of partsOf(withCode))
    for (const shown of ['012345', 'It works once, within 7 minutes.', registered.contact.address])
      expect(part).toContain(shown);
  const short = { ...settings, codeMinutes: 1 };
  const { text } = signInEmail(short, { to: 'asha@example.in', url, code: '012345' });
  expect(text).toContain('within 1 minute.');
});

it('every sign-in email contains the link, and an email with only a link contains no six digits', () => {
  for (const { text, html } of [withCode, linkOnly]) {
    expect(text).toContain(url);
    expect(html).toContain(`href="${url}"`);
  }
  for (const part of partsOf(linkOnly)) {
    expect(part).toContain(
      'It works once, within 7 minutes, and signs you in only in the browser in which you open it.',
    );
    expect(part.replaceAll(registered.contact.address, '')).not.toMatch(/\d{3} ?\d{3}\b/);
  }
  expect(linkOnly.subject).toBe('Your link to sign in to Loom');
});
