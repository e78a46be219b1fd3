import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { parseEmail } from './read-email-file.server.ts';

const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

async function written(mail: { subject: string; text: string; html?: string }): Promise<string> {
  const { message } = await transport.sendMail({ from: 'shop@example.in', to: 'asha@example.in', ...mail });
  return String(message);
}

it('reads back the plain and the HTML part of what was written', async () => {
  const text = `Namaste, ${'a long line of words '.repeat(20)}\nand = signs.\n`;
  const html = '<p>Namaste, <b>तानाबाना</b> = ₹1,250</p>';
  const read = parseEmail(await written({ subject: 'Hello', text, html }));
  expect(read.text.trim()).toBe(text.trim());
  expect(read.html.trim()).toBe(html);
});

it('reads a subject in any script, however long', async () => {
  const subject = 'तानाबाना: आपका सन्देश मिला, धन्यवाद, and some more words so that the line is folded';
  const read = parseEmail(await written({ subject, text: 'Hi' }));
  expect(read.headers.get('subject')).toBe(subject);
});

it('reads a mail of one part in any script', async () => {
  const read = parseEmail(await written({ subject: 'One', text: 'धन्यवाद' }));
  expect(read.text.trim()).toBe('धन्यवाद');
});
