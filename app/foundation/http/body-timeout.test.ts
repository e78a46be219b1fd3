import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test as base, expect } from 'vitest';
import { listenLocally } from '../../../tests/fixtures/listen.ts';
import { bodyTimeout } from './body-timeout.server.ts';

/** Port of a server that reads the request body and then responds. It responds to `/refused` without reading the body. */
const it = base.extend('port', async ({ task: _ }, { onCleanup }) => {
  const server = createServer((request, response) => {
    bodyTimeout(request, response, { defaultMs: 50, uploadMs: 60_000, afterResponseMs: 50 });
    if (request.url === '/refused') response.writeHead(401).end();
    else request.resume().once('end', () => response.end('whole'));
  });
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return listenLocally(server);
});

/** Sends a POST request that announces ten bytes and contains `bytes`. Returns the response after the connection is closed. */
function send(port: number, path: string, bytes: string, closeAfterResponse = false): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const connection = connect(port, '127.0.0.1', () =>
      connection.write(`POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 10\r\n\r\n${bytes}`),
    );
    connection.on('data', (part) => {
      response += part.toString();
      if (closeAfterResponse) connection.end();
    });
    connection.on('close', () => resolve(response));
    connection.on('error', reject);
  });
}

it('returns 408 only if the rest of a request body does not arrive in time', async ({ port }) => {
  expect(await send(port, '/form', 'half')).toMatch(/^HTTP\/1\.1 408 /);
  expect(await send(port, '/form', 'ten bytes!', true)).toMatch(/^HTTP\/1\.1 200 /);
});

it('closes the connection if the request body is still incomplete after the response', async ({ port }) => {
  expect(await send(port, '/refused', 'half')).toMatch(/^HTTP\/1\.1 401 /);
});

it('waits longer for the body of an upload by staff than for other request bodies', async ({ port }) => {
  const response = await new Promise<string>((resolve, reject) => {
    const head = 'POST /api/admin/upload/film HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer x\r\n';
    const connection = connect(port, '127.0.0.1', () =>
      connection.write(`${head}Content-Length: 10\r\n\r\nhalf`),
    );
    connection.once('data', (part) => resolve(part.toString()));
    connection.once('error', reject);
    // Another request has timed out first, so the default timeout has passed. Now continue the upload.
    void send(port, '/form', 'half').then(() => connection.write(' of it'));
  });
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
});
