import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test as base, expect } from 'vitest';
import { bodyTimeout } from './body-timeout.server.ts';

/** A server that answers when the whole body has come, or at once to whoever asks for `/refused`. */
const it = base.extend('port', async ({ task: _ }, { onCleanup }) => {
  const server = createServer((request, response) => {
    bodyTimeout(request, response, { defaultMs: 50, uploadMs: 60_000, afterResponseMs: 50 });
    if (request.url === '/refused') response.writeHead(401).end();
    else request.resume().once('end', () => response.end('whole'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
});

/** Sends a head that promises ten bytes, and then these; answers what came back when the line was closed. */
function send(port: number, head: string, bytes: string, thenClose = false): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const connection = connect(port, '127.0.0.1', () =>
      connection.write(`POST ${head}\r\nHost: shop.test\r\nContent-Length: 10\r\n\r\n${bytes}`),
    );
    connection.on('data', (part) => {
      answer += part.toString();
      if (thenClose) connection.end();
    });
    connection.on('close', () => resolve(answer));
    connection.on('error', reject);
  });
}

it('a body that drips is ended with 408', async ({ port }) => {
  expect(await send(port, '/form HTTP/1.1', 'half')).toMatch(/^HTTP\/1\.1 408 /);
});

it('a whole one is answered', async ({ port }) => {
  expect(await send(port, '/form HTTP/1.1', 'ten bytes!', true)).toMatch(/^HTTP\/1\.1 200 /);
});

it('whoever goes on sending what nobody wants is cut off', async ({ port }) => {
  expect(await send(port, '/refused HTTP/1.1', 'half')).toMatch(/^HTTP\/1\.1 401 /);
});

it('what the staff bring may take longer', async ({ port }) => {
  const answer = await new Promise<string>((resolve, reject) => {
    const head = 'POST /api/admin/upload/film HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer x\r\n';
    const connection = connect(port, '127.0.0.1', () =>
      connection.write(`${head}Content-Length: 10\r\n\r\nhalf`),
    );
    connection.once('data', (part) => resolve(part.toString()));
    connection.once('error', reject);
    // Another one, who is given up on, shows that the usual time has passed.
    void send(port, '/form HTTP/1.1', 'half').then(() => connection.write(' of it'));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});
