import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { listenLocally } from '../../../tests/fixtures/listen.ts';
import { readConfig } from '../config/config.server.ts';
import { staffNotification } from './email.server.ts';
import { type QueuedEmail, transportFor } from './email-worker.server.ts';

/** Starts an SMTP server that accepts every email and records the lines that it receives. */
async function startSmtpServer(greeting = '220 ready') {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let inEmail = false;
    socket.on('error', () => undefined);
    socket.write(`${greeting}\r\n`);
    createInterface({ input: socket }).on('line', (line) => {
      lines.push(line);
      if (inEmail && line !== '.') return;
      inEmail = line === 'DATA';
      socket.write(inEmail ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      if (line === 'QUIT') socket.end();
    });
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  const addresses = { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://shop.example' };
  return { lines, config: readConfig(addresses) };
}

const at = new Date('2026-11-21T06:30:00Z');
const email: QueuedEmail = {
  ...{ id: '0b5c2f0e-8d1f-4f0e-9a55-0e8c1c6f6a10', kind: 'test' },
  ...{ to: 'asha@example.in', replyTo: 'ravi@example.in', subject: 'Namaste', text: 'Hello' },
  ...{ html: '<p>Hello</p>', attachmentId: null, createdAt: at, nextTryAt: at, tries: 1 },
  ...{ sentAt: null, failedAt: null, lastError: null, expiresAt: null },
};

it('sends an email with the same Message-ID in each try, and adds `List-Unsubscribe` only to staff notifications', async () => {
  const { lines, config } = await startSmtpServer();
  const send = transportFor(config);
  await send(email);
  await send(email);
  expect(lines.filter((line) => line.startsWith('List-'))).toEqual([]);
  expect(lines.filter((line) => line === 'RCPT TO:<asha@example.in>')).toHaveLength(2);
  expect(lines.filter((line) => line.startsWith('Message-ID'))).toEqual(
    Array(2).fill('Message-ID: <0b5c2f0e-8d1f-4f0e-9a55-0e8c1c6f6a10@shop.example>'),
  );
  expect(lines).toContain('Reply-To: ravi@example.in');
  await send({ ...email, kind: staffNotification });
  expect(lines).toContain('List-Unsubscribe: <https://shop.example/admin/account/notifications>');
});

it('sends an attachment with its name and type', async () => {
  const { lines, config } = await startSmtpServer();
  const content = Buffer.from('%PDF-1.7');
  const file = { filename: 'TB-26-27-000001.pdf', contentType: 'application/pdf', content };
  await transportFor(config)(email, file);
  expect(lines).toContain('Content-Type: application/pdf; name=TB-26-27-000001.pdf');
  expect(lines).toContain('Content-Disposition: attachment; filename=TB-26-27-000001.pdf');
  expect(lines).toContain(content.toString('base64'));
});

it('sends an email only to its recipient, even if its texts contain line breaks [Q-114]', async () => {
  const { lines, config } = await startSmtpServer();
  const injected = '\r\nRCPT TO:<all@example.in>\r\nBcc: all@example.in\r\n\r\nBody';
  await transportFor(config)({ ...email, subject: `Hi${injected}`, replyTo: `a@example.in${injected}` });
  expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<asha@example.in>']);
  expect(lines.filter((line) => /^(Bcc|Body)/.test(line))).toEqual([]);
  expect(lines).toContain('Hello');
});

it('fails with the response of the SMTP server if the server greets with an error', async () => {
  const { config } = await startSmtpServer('554 not here');
  await expect(transportFor(config)(email)).rejects.toThrow('554');
});
