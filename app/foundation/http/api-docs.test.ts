import { tmpdir } from 'node:os';
import { z } from '@hono/zod-openapi';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, it } from 'vitest';
import { shopWithFixtures } from '../../../tests/fixtures/shop.ts';
import { createApp } from '../../app.server.ts';

const app = createApp({
  shop: shopWithFixtures(drizzle('postgresql://nobody@127.0.0.1:1/nowhere'), tmpdir()),
  uploadsFolder: tmpdir(),
});

const calls: [id: string, method: string, path: string][] = [
  ['S-API-08', 'GET', '/category/get-all'],
  ['S-API-09', 'GET', '/product/get-all'],
  ['S-API-10', 'GET', '/product/catName/{name}'],
  ['S-API-11', 'GET', '/product/fabric/{value}'],
  ['S-API-12', 'GET', '/product/craft/{value}'],
  ['S-API-13', 'GET', '/product/filter'],
  ['S-API-14', 'GET', '/product/get-single/{id}'],
  ['S-API-15', 'GET', '/product/search'],
  ['S-API-25', 'POST', '/checkout/'],
  ['S-API-29', 'POST', '/payment/create-order'],
  ['S-API-30', 'POST', '/payment/verify-order'],
  ['S-API-31', 'GET', '/first-banner/'],
  ['S-API-32', 'GET', '/sec-banner/'],
  ['S-API-33', 'GET', '/handwoven/'],
  ['S-API-34', 'GET', '/mvideo/'],
  ['S-API-35', 'GET', '/rating/'],
  ['S-API-36', 'GET', '/rating/{id}'],
  ['S-API-38', 'POST', '/reachus/send'],
];

const Call = z.object({
  summary: z.string().min(3),
  tags: z.array(z.string()).min(1),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() }))
    .optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.object({
      description: z.string().min(1),
      content: z.record(z.string().includes('/'), z.object({ schema: z.looseObject({}) })),
    }),
  ),
});

const Described = z.object({
  openapi: z.string(),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Call),
  ),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});

async function readDescription() {
  return Described.parse(await (await app.request('/api/openapi.json')).json());
}

describe('/api/openapi.json', () => {
  it('is an OpenAPI 3.1 description of the calls under /api', async () => {
    const described = await readDescription();
    expect(described).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] });
  });

  it.each(calls)('%s %s %s is in it, with its answer', async (_, method, path) => {
    const { paths } = await readDescription();
    const call = Object.entries(paths[path] ?? {}).find(([name]) => name.toUpperCase() === method)?.[1];
    expect(Object.keys(call?.responses[200]?.content ?? {})).toEqual(['application/json']);
  });

  it('describes each part of a path, and no other', async () => {
    for (const [path, methods] of Object.entries((await readDescription()).paths)) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const call of Object.values(methods)) {
        const described = (call.parameters ?? []).filter((one) => one.in === 'path');
        expect(described.map(({ name }) => name)).toEqual(parts);
        expect(described.every(({ required }) => required)).toBe(true);
      }
    }
  });

  it('leads nowhere that is not there', async () => {
    const { components } = await readDescription();
    const text = await (await app.request('/api/openapi.json')).text();
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(Object.keys(components.schemas)).toContain(name);
  });
});

describe('/api/docs', () => {
  it('lists every call', async () => {
    const page = await (await app.request('/api/docs')).text();
    for (const [, method, path] of calls) expect(page).toContain(`<code>${method} /api${path}</code>`);
  });

  it('keeps its own policy: no script, no inline style, nothing from elsewhere', async () => {
    const response = await app.request('/api/docs');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(policy).not.toContain('unsafe');
    const page = await response.text();
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|<img|<iframe|https?:\/\//i);
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const style = await app.request(sheet);
    expect(style.status).toBe(200);
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await style.text()).not.toMatch(/@import|url\(/);
  });

  it('every link on it leads somewhere', async () => {
    const page = await (await app.request('/api/docs')).text();
    for (const [, href = ''] of page.matchAll(/<a href="([^"]+)"/g)) {
      expect((await app.request(href)).status).toBe(200);
    }
  });
});
