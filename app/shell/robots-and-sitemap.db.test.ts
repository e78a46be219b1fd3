import { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { listSeedProducts } from '../../seeds/seed.server.ts';
import type { App } from '../../tests/fixtures/api.ts';
import { unpublish } from '../../tests/fixtures/products.ts';
import { it } from '../../tests/fixtures/world.ts';
import { categories, crafts, productCrafts } from '../catalogue/tables.server.ts';

const Products = z.array(z.object({ _id: z.string(), url: z.string() }));

const readXml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

async function listUrls(app: App) {
  const xml = await (await app.request('/sitemap.xml')).text();
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => readXml(url));
}

it('robots.txt disallows the customer’s own pages, and names the sitemap', async ({ app }) => {
  const response = await app.request('/robots.txt');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const lines = (await response.text()).split('\n');
  expect(lines[0]).toBe('User-agent: *');
  const closed = '/api/ /cart /checkout /account /profile /login /wishlist /search';
  for (const path of closed.split(' ')) expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).not.toContain('Disallow: /');
  expect(lines).toContain('Sitemap: http://shop.test/sitemap.xml');
});

describe('the sitemap', () => {
  it('is valid XML with every page and listing, but without URLs of filters and private pages', async ({
    app,
  }) => {
    const response = await app.request('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const xml = await response.text();
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/);
    expect(xml.trimEnd()).toMatch(/<\/urlset>$/);
    const entries = xml.slice(xml.indexOf('\n<url>'), xml.indexOf('</urlset>')).trim().split('\n');
    const entry = /^<url><loc>(?:[^<>&"']|&(?:amp|lt|gt|quot|apos);)+<\/loc><\/url>$/;
    for (const line of entries) expect(line).toMatch(entry);
    const listed = await listUrls(app);
    const staticPages = [
      '/',
      '/our-story',
      '/reach-us',
      '/legal-policies',
      '/privacy-policy',
      '/return-policy',
    ];
    const listings = ['/Sarees', '/Suits', '/CoOrdSets', '/Stoles', '/Dupattas', '/craft/Kota%20Doria'];
    for (const path of [...staticPages, ...listings]) expect(listed).toContain(`http://shop.test${path}`);
    const closed =
      /^\/(api|cart|checkout|account|account-form|profile|login|wishlist|orderdetail|search|products|dev)\b/;
    for (const url of listed) {
      const { origin, search, pathname } = new URL(url);
      expect([origin, search]).toEqual(['http://shop.test', '']);
      expect(pathname).not.toMatch(closed);
    }
  });

  it('contains the canonical URL of every published product once', async ({ app, shop }) => {
    await unpublish(shop, 'TB-SAR-002');
    const products = Products.parse(await (await app.request('/api/product/get-all')).json());
    const published = listSeedProducts().filter(({ id }) => id !== 'TB-SAR-002');
    const expected = published.map(({ id }) => {
      return `http://shop.test${products.find((product) => product._id === id)?.url}`;
    });
    const listed = await listUrls(app);
    expect(listed).toEqual(expect.arrayContaining(expected));
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((url) => url.includes('TB-SAR-002'))).toEqual([]);
  });

  it('encodes names with Devanagari letters and ampersands', async ({ app, shop }) => {
    const names = ['चिकनकारी', 'Dori & Gota', 'Weaver’s "own" <cut>', "Rani's"];
    const inserted = await shop.db
      .insert(crafts)
      .values(names.map((name) => ({ name })))
      .returning({ labelId: crafts.id });
    await shop.db.delete(productCrafts).where(eq(productCrafts.productId, 'TB-SAR-001'));
    await shop.db
      .insert(productCrafts)
      .values(inserted.map((craft, position) => ({ ...craft, productId: 'TB-SAR-001', position })));
    await shop.db.update(categories).set({ slug: 'दुपट्टा&Co' }).where(eq(categories.slug, 'Dupattas'));
    const listed = await listUrls(app);
    for (const name of names) expect(listed).toContain(`http://shop.test/craft/${encodeURIComponent(name)}`);
    expect(listed).toContain(`http://shop.test/${encodeURI('दुपट्टा&Co')}`);
    for (const url of listed) expect(new URL(url).href).toBe(url);
  });
});
