import { tmpdir } from 'node:os';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import { shopWithFixtures } from '../tests/fixtures/shop.ts';
import { type AppParts, createApp } from './app.server.ts';

const route = { id: 'form', path: '/reach-us' };

/** A React Router build with one page that accepts a form. */
const build: ServerBuild = {
  entry: { module: { default: (_, status, headers) => new Response('the page', { status, headers }) } },
  routes: { form: { ...route, module: { default: () => null, action: () => 'taken' } } },
  assets: {
    entry: { imports: [], module: '' },
    routes: {
      form: {
        ...{ ...route, module: '', clientActionModule: undefined, clientLoaderModule: undefined },
        ...{ clientMiddlewareModule: undefined, hydrateFallbackModule: undefined },
        ...{ hasAction: true, hasLoader: false, hasClientAction: false, hasClientLoader: false },
        ...{ hasClientMiddleware: false, hasErrorBoundary: false },
      },
    },
    url: '',
    version: '',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
};

const baseShop = shopWithFixtures(drizzle('postgresql://user@127.0.0.1:1/nowhere'), tmpdir());
const shop = { ...baseShop, config: { ...baseShop.config, publicUrl: 'https://shop.test' } };

const openApp = (pages: AppParts['pages'] = build) => createApp({ shop, pages });

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const formType = 'application/x-www-form-urlencoded';

describe('a form that is posted without JavaScript, behind a proxy that terminates TLS', () => {
  const post = (origin: string, pages: AppParts['pages']) =>
    openApp(pages).request('http://shop.test/reach-us', {
      method: 'POST',
      headers: { origin, 'content-type': formType },
      body: 'name=Asha',
    });

  it.each([
    ['built once', build],
    ['loaded at each request', async () => build],
  ])('is accepted from the origin of the public URL if the pages are %s', async (_, pages) => {
    expect((await post('https://shop.test', pages)).status).toBe(200);
  });

  it.each(['https://evil.example', 'https://shop.test.evil.example', 'https://www.shop.test', 'null'])(
    'is rejected from the foreign origin %s',
    async (origin) => {
      expect((await post(origin, build)).status).toBe(400);
    },
  );
});

it.each(['GET', 'HEAD', 'POST'])(
  'redirects a GET or HEAD request to the canonical path, but not a POST request: %s',
  async (method) => {
    const response = await openApp().request('/Reach-Us/?about=a', { method });
    const redirects = method !== 'POST';
    expect(response.status === 301).toBe(redirects);
    expect(response.headers.get('location')).toBe(redirects ? '/reach-us?about=a' : null);
  },
);

const formHeaders = { accept: html, 'content-type': formType };
const tooLarge = { method: 'POST', headers: formHeaders, body: 'x'.repeat(65 * 1024) };

it.each([
  ['/%00', { headers: { accept: html } }, 400, 'an invalid character'],
  ['/reach-us?a=%00', { headers: { accept: html } }, 400, 'an invalid character'],
  ['/reach-us', tooLarge, 413, 'too large'],
])('returns a plain error page if a browser requests %s', async (path, request, status, text) => {
  const response = await openApp().request(path, request);
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
  });
  expect(await response.text()).toContain(text);
});

it.each([
  ['/%00', {}],
  ['/%00', { accept: '*/*' }],
  ['/%00', { accept: 'application/json, text/html;q=0.5' }],
  ['/api/product/get-single/%00', { accept: html }],
  ['/uploads/%00.jpg', { accept: html }],
])('returns problem+json for the path %s with the headers %j', async (path, headers) => {
  const response = await openApp().request(path, { headers });
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
});

it('sends an HSTS header with pages, API responses and errors if the public URL is https', async () => {
  for (const path of ['/healthz', '/reach-us', '/%00', '/api/nothing']) {
    const response = await openApp().request(path);
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  }
});
