import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

export type MailSink = {
  /** The value of `SMTP_URL`. */
  url: string;
  /** Every received email, with duplicates. */
  emails: { id: string; to: string; subject: string }[];
  /** Maximum number of emails received at the same time. Each email worker sends one email at a time. */
  maxAtOnce(): number;
  close(): void;
};

/**
 * Opens an SMTP server that accepts every email and delays its five replies to an email. The fifty emails of one run of an email
 * worker then take longer than the five seconds between two runs. The runs of two workers therefore overlap.
 */
export async function openMailSink(delayMs = 25): Promise<MailSink> {
  const emails: MailSink['emails'] = [];
  let current = 0;
  let max = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    let email: string[] | undefined;
    const reply = async (text: string) => {
      await wait(delayMs);
      socket.write(`${text}\r\n`);
    };
    const input = createInterface({ input: socket });
    // A connection fails when its process is killed.
    input.on('error', () => undefined);
    input.on('line', (line) => {
      if (email && line !== '.') return email.push(line);
      if (email) {
        emails.push(readEmail(email));
        email = undefined;
        current -= 1;
        return reply('250 accepted');
      }
      if (line.startsWith('MAIL FROM')) {
        current += 1;
        max = Math.max(max, current);
      }
      if (line === 'QUIT') return socket.end('221 bye\r\n');
      if (line === 'DATA') email = [];
      return reply(line === 'DATA' ? '354 continue' : '250 ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `smtp://127.0.0.1:${port}`, emails, maxAtOnce: () => max, close: () => server.close() };
}

function readEmail(lines: readonly string[]): MailSink['emails'][number] {
  const header = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  return { id: header('Message-ID'), to: header('To'), subject: header('Subject') };
}
