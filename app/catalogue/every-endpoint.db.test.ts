import { describe, expect } from 'vitest';
import { z } from 'zod';
import { statusAndTitle } from '../../tests/fixtures/api.ts';
import { it } from '../../tests/fixtures/world.ts';

describe('every call', () => {
  const calls = [
    'category/get-all',
    'product/get-all',
    'product/catName/Sarees',
    'product/fabric/Zari',
    'product/craft/Ikat',
    'product/filter?catName=Suits',
    'product/get-single/TB-SAR-001',
    'product/search?query=ikat',
    'product/facets',
  ];

  it.for(calls)('%s is answered 304 while nothing has changed [S-API-01]', async (call, { app }) => {
    const first = await app.request(`/api/${call}`);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    expect(first.headers.get('cache-control')).toContain('must-revalidate');
    const again = await app.request(`/api/${call}`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('a changed answer has another tag [S-API-01]', async ({ app, shop }) => {
    const before = (await app.request('/api/product/get-all')).headers.get('etag');
    await shop.db.execute("update products set price_paise = price_paise - 100 where id = 'TB-SAR-001'");
    expect((await app.request('/api/product/get-all')).headers.get('etag')).not.toBe(before);
  });

  it.for(calls)('%s takes no POST, and says what it takes [S-API-01]', async (call, { app }) => {
    const response = await app.request(`/api/${call}`, { method: 'POST' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await statusAndTitle(response)).toEqual([405, 'method-not-allowed']);
  });

  it.for([
    'product/catName/%00',
    'product/fabric/Zari%00',
    'product/craft/%00',
    'product/get-single/TB-SAR-001%00',
    'product/filter?catName=Sarees&craft=%00',
    'product/search?query=silk%00',
  ])('refuses a character that no text holds: %s [S-API-01]', async (call, { app }) => {
    expect(await statusAndTitle(app.request(`/api/${call}`))).toEqual([400, 'bad-input']);
  });

  it.for(['product', 'product/get-all/1', 'product/catName', 'Product/get-all', 'nothing', ''])(
    'there is no call /api/%s [S-API-01]',
    async (call, { app }) => {
      expect(await statusAndTitle(app.request(`/api/${call}`))).toEqual([404, 'no-such-endpoint']);
    },
  );

  it('is described in /api/openapi.json [S-API-02]', async ({ app }) => {
    const response = await app.request('/api/openapi.json');
    const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(await response.json());
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/category/get-all',
        '/product/get-all',
        '/product/catName/{name}',
        '/product/fabric/{value}',
        '/product/craft/{value}',
        '/product/filter',
        '/product/get-single/{id}',
        '/product/search',
        '/product/facets',
      ]),
    );
  });
});
