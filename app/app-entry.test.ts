import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createAdaptorServer } from '@hono/node-server';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import { listenLocally } from '../tests/fixtures/listen.ts';
import { shopWithFixtures } from '../tests/fixtures/shop.ts';
import { testFolder } from '../tests/fixtures/test-folder.ts';
import { createApp } from './app.server.ts';

/**
 * Starts an app and sends it a raw request through a socket, because client libraries would normalise the path. Replaces `FOLDER`
 * in the request line with the folder of the secret files. Returns the raw response.
 */
async function send(requestLine: string, headers = 'Host: shop.test'): Promise<string> {
  const folder = testFolder('socket');
  for (const file of ['secret.jpg', 'secret.mp4', 'index.html'])
    writeFileSync(path.join(folder, file), 'the secret of the shop');
  const shop = shopWithFixtures(drizzle('postgresql://user@127.0.0.1:1/nowhere'), folder);
  mkdirSync(path.join(folder, 'uploads'));
  const assetsFolder = mkdtempSync(path.join(folder, 'assets-'));
  const app = createApp({ shop, assetsFolder });
  const server = createAdaptorServer({ fetch: app.fetch, hostname: '127.0.0.1' });
  try {
    const socket = connect(await listenLocally(server), '127.0.0.1');
    socket.write(`${requestLine.replace('FOLDER', folder)}\r\n${headers}\r\nConnection: close\r\n\r\n`);
    return await text(socket);
  } finally {
    server.close();
  }
}

const uploads = `/uploads/../secret.jpg /uploads/../../secret.jpg /uploads/..\\secret.jpg /uploads\\..\\secret.jpg
  /uploads/%2e%2e/secret.jpg /uploads/..%2fsecret.mp4 /uploads/..%5csecret.mp4 /uploads/..;/secret.jpg
  /uploads//FOLDER/secret.mp4 /uploads/..`;
const assets = `/assets/../secret.jpg /assets/..%2fsecret.jpg /assets/%2e%2e/secret.jpg /assets/%2e%2e%2f
  /assets/..\\secret.jpg /assets/..%5csecret.jpg http://shop.test/assets/../secret.jpg`;
const others = '/../index.html //secret.jpg FOLDER/secret.jpg file:///FOLDER/secret.jpg';

it.each(`${uploads} ${assets} ${others}`.split(/\s+/))(
  'rejects the request target %s, which is outside the served folders',
  async (target) => {
    const response = await send(`GET ${target} HTTP/1.1`);
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(response).not.toContain('secret of');
  },
);

it.each([
  ...['TRACE /', 'TRACE /api/category/get-all', 'OPTIONS *', 'OPTIONS /api/reachus/send'],
  ...['PROPFIND /uploads/', 'BREW /coffee', 'GET http://evil.example/', 'GET /%E0%A4%A'],
  ...['GET /api/%E0%A4%A', 'GET /api/product/get-single/%00', `GET /${'a'.repeat(20_000)}`],
])('does not return 500 for the request %.60s', async (request) => {
  expect(await send(`${request} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 [24]\d\d /);
});

it.each([
  ...['GET / HTTP/9.9', 'nonsense'].map((line) => [line, 'Host: shop.test'] as const),
  ...['Host: bad host', 'Host: a@b:c', 'Host: [::1', 'Host:', 'Host: a\r\nHost: b', 'X: no host'].map(
    (headers) => ['GET /healthz HTTP/1.1', headers] as const,
  ),
])('does not return 500 for the request line %s with the header %j', async (line, headers) => {
  expect(await send(line, headers)).toMatch(/^HTTP\/1\.1 [24]\d\d /);
});
