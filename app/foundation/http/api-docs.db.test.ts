import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { it } from '../../../tests/fixtures/world.ts';

const OpenApiDocument = z.object({
  openapi: z.literal('3.1.0'),
  servers: z.tuple([z.object({ url: z.literal('/api') })]),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
});

it('lists every endpoint of the OpenAPI 3.1 document in the API docs, without broken links', async ({
  app,
}) => {
  const page = await (await app.request('/api/docs')).text();
  const { paths } = OpenApiDocument.parse(await (await app.request('/api/openapi.json')).json());
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods))
      expect(page).toContain(`<code>${method.toUpperCase()} /api${path}</code>`);
  for (const [, href = ''] of page.matchAll(/<a href="([^"]+)"/g))
    expect((await app.request(href)).status).toBe(200);
});

it('serves API docs that contain the shop’s name but no scripts, inline styles or external resources', async ({
  app,
  shop,
}) => {
  await shop.db.execute(sql`update settings set value = value || '{"name": "कपास Handlooms"}'`);
  const response = await app.request('/api/docs');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; style-src 'self';/);
  expect(policy).not.toContain('unsafe');
  const page = await response.text();
  expect(page).toContain('<title>कपास Handlooms API</title>');
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|<img|<iframe|https?:\/\//i);
  const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
  const style = await app.request(sheet);
  expect(style.status).toBe(200);
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(await style.text()).not.toMatch(/@import|url\(/);
});
