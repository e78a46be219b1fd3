import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { App } from '../../../tests/fixtures/api.ts';
import { it } from '../../../tests/fixtures/world.ts';

const Operation = z.object({
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

const OpenApiDocument = z.object({
  openapi: z.string(),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation),
  ),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});

async function readDescription(app: App) {
  return OpenApiDocument.parse(await (await app.request('/api/openapi.json')).json());
}

describe('/api/openapi.json', () => {
  it('serves an OpenAPI 3.1 document of the endpoints under /api', async ({ app }) => {
    const document = await readDescription(app);
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] });
  });

  it('describes exactly the parameters in the path of each endpoint', async ({ app }) => {
    for (const [path, methods] of Object.entries((await readDescription(app)).paths)) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(methods)) {
        const pathParameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
        expect(pathParameters.map(({ name }) => name)).toEqual(parts);
        expect(pathParameters.every(({ required }) => required)).toBe(true);
      }
    }
  });

  it('refers only to schemas that the OpenAPI document contains', async ({ app }) => {
    const { components } = await readDescription(app);
    const text = await (await app.request('/api/openapi.json')).text();
    const referenced = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(referenced.length).toBeGreaterThan(0);
    for (const name of referenced) expect(Object.keys(components.schemas)).toContain(name);
  });
});

describe('/api/docs', () => {
  it('shows the name of the shop in the API docs', async ({ app, shop }) => {
    await shop.db.execute(sql`update settings set value = value || '{"name": "कपास Handlooms"}'`);
    expect(await (await app.request('/api/docs')).text()).toContain('<title>कपास Handlooms API</title>');
  });

  it('lists every endpoint of the OpenAPI document in the API docs', async ({ app }) => {
    const page = await (await app.request('/api/docs')).text();
    for (const [path, methods] of Object.entries((await readDescription(app)).paths))
      for (const method of Object.keys(methods))
        expect(page).toContain(`<code>${method.toUpperCase()} /api${path}</code>`);
  });

  it('serves API docs without scripts, inline styles and external resources', async ({ app }) => {
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

  it('serves API docs whose links all work', async ({ app }) => {
    const page = await (await app.request('/api/docs')).text();
    for (const [, href = ''] of page.matchAll(/<a href="([^"]+)"/g)) {
      expect((await app.request(href)).status).toBe(200);
    }
  });
});
