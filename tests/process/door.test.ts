import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningShop, sendRaw, startShop, untilOpen } from './running-shop.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tanabana-door-'));
let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop(folder);
  await untilOpen(shop);
  writeFileSync(path.join(folder, 'secret.jpg'), 'the secret of the shop');
}, 60_000);

afterAll(async () => {
  shop.child.kill('SIGTERM');
  await shop.ended;
  rmSync(folder, { recursive: true });
});

describe('pages', () => {
  it.each(['/', '/Sarees', '/reach-us', '/nothing/of/the-kind'])(
    '%s carries every security header',
    async (page) => {
      const answer = await fetch(shop.url + page);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/script-src 'self' 'sha256-/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    },
  );

  it('one that has not changed is not sent again', async () => {
    const tag = (await fetch(shop.url)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    const again = await fetch(shop.url, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  it('S-RT-33 /Login leads to /login', async () => {
    const answer = await fetch(`${shop.url}/Login?next=%2Fcart`, { redirect: 'manual' });
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe('/login?next=%2Fcart');
  });
});

describe('requests that no browser sends', () => {
  it.each([
    '//evil.example/',
    '/\\evil.example/',
    '///evil.example//',
    '/%5cevil.example/',
    '/.//evil.example/',
  ])('GET %s leads to no other host', async (target) => {
    const answer = await sendRaw(shop, `GET ${target} HTTP/1.1`);
    const [, location = '/'] = /^location: (.*)$/im.exec(answer) ?? [];
    expect(new URL(location, 'http://shop.test/').host).toBe('shop.test');
  });

  it.each([
    '/uploads/../secret.jpg',
    '/uploads/../../secret.jpg',
    '/uploads/..\\secret.jpg',
    '/uploads/%2e%2e/secret.jpg',
    '/uploads/..%2fsecret.jpg',
    '/uploads/..;/secret.jpg',
    '/assets/../../../secret.jpg',
    '/assets/..%2f..%2fserver/index.js',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    `${folder}/secret.jpg`,
  ])('GET %s shows nothing of the disk', async (target) => {
    const answer = await sendRaw(shop, `GET ${target} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/secret of|import\{|import \{/);
  });

  it.each([
    'TRACE / HTTP/1.1',
    'OPTIONS / HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'PROPFIND / HTTP/1.1',
    'DELETE /Sarees HTTP/1.1',
    'GET http://evil.example/ HTTP/1.1',
    'GET /%E0%A4%A HTTP/1.1',
    'GET /%00 HTTP/1.1',
    'GET /craft/%00 HTTP/1.1',
    'GET /search?query=%00 HTTP/1.1',
    'GET /_root.data?%00 HTTP/1.1',
    'BREW /coffee HTTP/1.1',
    'nonsense',
  ])('%s is no bug of ours', async (requestLine) => {
    const answer = await sendRaw(shop, requestLine);
    expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
  });

  it.each(['bad host', 'a@b:c', '[::1', ''])('a Host of %j is no bug of ours', async (host) => {
    const answer = await sendRaw(shop, 'GET /Sarees HTTP/1.0', `Host: ${host}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
  });
});
