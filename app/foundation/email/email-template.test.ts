import { expect, it } from 'vitest';
import { renderEmail } from './email-template.server.ts';

const footerLines = ['Loom & Co, Jaipur', 'hello@loom.example'];
const shop = { name: 'Loom & Co', hindiName: 'करघा', footerLines };
const email = {
  preheader: 'It works once.',
  heading: 'Namaste, <b>Asha</b>.',
  code: '407912',
  paragraphs: ['One line\nand another', '"Quoted"'],
  button: { label: 'Open', url: 'https://shop.example/?a=1&b="2"' },
};
const { text, html } = renderEmail(shop, email);

it('renders the email as plain text', () => {
  expect(text).toBe(
    'Namaste, <b>Asha</b>.\n\n407912\n\nOne line\nand another\n\n"Quoted"\n\n' +
      'Open: https://shop.example/?a=1&b="2"\n\n-- \nLoom & Co, Jaipur\nhello@loom.example\n',
  );
});

it('escapes the heading, the URL and the footer for HTML, and keeps line breaks', () => {
  expect(html).toContain('Namaste, &lt;b&gt;Asha&lt;/b&gt;.');
  expect(html).toContain('One line<br>and another');
  expect(html).toContain('href="https://shop.example/?a=1&amp;b=&quot;2&quot;"');
  expect(html).toContain('Loom &amp; Co, Jaipur<br>');
});

it('shows a code in two groups without a space character, and contains no scripts or external resources', () => {
  const visibleText = html.replace(/<style>[\s\S]*<\/style>/, '').replace(/<[^>]+>/g, '');
  expect(visibleText).toContain('407912');
  expect(html).toMatch(/407<span [^>]+>912<\/span>/);
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import/i);
});

it('renders an email without a code and without a button', () => {
  const plain = renderEmail(shop, { preheader: '', heading: 'Namaste.', paragraphs: [] });
  expect(plain.text).toBe('Namaste.\n\n-- \nLoom & Co, Jaipur\nhello@loom.example\n');
  expect(plain.html).not.toMatch(/undefined|href=/);
});
