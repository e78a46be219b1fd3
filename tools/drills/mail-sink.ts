import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

export type MailSink = {
  /** For SMTP_URL. */
  url: string;
  /** Every letter that came, with its headers, as often as it came. */
  emails: { id: string; to: string; subject: string }[];
  /** How many letters were being handed over at once, at most: a post office hands over one after the other. */
  mostAtOnce(): number;
  close(): void;
};

/** A mail server that takes everything, and takes its time: two that send at once are seen to. */
export async function openMailSink(slowMs = 8): Promise<MailSink> {
  const emails: MailSink['emails'] = [];
  let now = 0;
  let most = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    let email: string[] | undefined;
    const say = async (text: string) => {
      await wait(slowMs);
      socket.write(`${text}\r\n`);
    };
    createInterface({ input: socket }).on('line', (line) => {
      if (email && line !== '.') return email.push(line);
      if (email) {
        emails.push(readEmail(email));
        email = undefined;
        now -= 1;
        return say('250 taken');
      }
      if (line.startsWith('MAIL FROM')) {
        now += 1;
        most = Math.max(most, now);
      }
      if (line === 'QUIT') return socket.end('221 bye\r\n');
      if (line === 'DATA') email = [];
      return say(line === 'DATA' ? '354 go on' : '250 ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `smtp://127.0.0.1:${port}`, emails, mostAtOnce: () => most, close: () => server.close() };
}

function readEmail(lines: readonly string[]): MailSink['emails'][number] {
  const headerOf = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  return { id: headerOf('Message-ID'), to: headerOf('To'), subject: headerOf('Subject') };
}
