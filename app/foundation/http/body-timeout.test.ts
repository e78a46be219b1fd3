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

/**
 * Sends a POST request with a token and `Content-Length: 10`. Its body consists of `bytes` and, if given, `rest`. Returns the
 * response after the connection is closed. If `rest` is given, the client closes the connection after the response.
 */
function send(port: number, path: string, bytes: string, rest?: string | Promise<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const head = `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer x\r\nContent-Length: 10`;
    const connection = connect(port, '127.0.0.1', async () => {
      connection.write(`${head}\r\n\r\n${bytes}`);
      if (rest) connection.write(await rest);
    });
    connection.on('data', (part) => {
      response += part.toString();
      if (rest) connection.end();
    });
    connection.on('close', () => resolve(response));
    connection.on('error', reject);
  });
}

it('returns 408 only if the rest of a request body does not arrive in time', async ({ port }) => {
  expect(await send(port, '/form', 'half')).toMatch(/^HTTP\/1\.1 408 /);
  expect(await send(port, '/form', 'ten ', 'bytes!')).toMatch(/^HTTP\/1\.1 200 /);
});

it('closes the connection if the request body is still incomplete after the response', async ({ port }) => {
  expect(await send(port, '/refused', 'half')).toMatch(/^HTTP\/1\.1 401 /);
});

it('waits longer for the body of an upload by staff than for other request bodies', async ({ port }) => {
  // Send the rest of the upload after another request has timed out.
  const rest = send(port, '/form', 'half').then(() => ' of it');
  expect(await send(port, '/api/admin/upload/film', 'half', rest)).toMatch(/^HTTP\/1\.1 200 /);
});
