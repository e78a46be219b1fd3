/** Pages and files that crawlers read: heads, linked data, the sitemap, headers and compression. */
import { createHash } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { screens } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const gulnar = '/Sarees/gulnar-banarasi-katan-silk-saree/TB-SAR-001';

const entities: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' };
const plain = (text = '') =>
  text.replace(/&(amp|quot|#x27|lt|gt);/g, (_, name: string) => entities[name] ?? '');

/** Reads the head of a page from its HTML without running scripts, as crawlers do. */
async function readHead(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  const html = await response.text();
  const tags = [...html.matchAll(/<(?:meta|link) [^>]*>/g)].map(([tag]) => tag);
  const attribute = (name: string, ...marks: string[]) => {
    const tag = tags.find((found) => marks.some((mark) => found.includes(mark)));
    return plain(tag?.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1]);
  };
  const linked = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return {
    tags,
    status: response.status(),
    title: plain(html.match(/<title>(.*?)<\/title>/)?.[1]),
    titles: html.match(/<title>/g)?.length,
    meta: (name: string) => attribute('content', `name="${name}"`, `property="${name}"`),
    canonical: attribute('href', 'rel="canonical"'),
    linkedData: linked.map(([, json = '']): unknown => JSON.parse(json)),
  };
}

/** Elements that may contain only text and inline elements. */
const inlineOnly = new Set('p span b em strong small i h1 h2 h3 h4 button label'.split(' '));
const blocks = new Set(
  `address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 header hr main nav ol p pre section
   table ul`.split(/\s+/),
);
const voids = new Set('area br col embed hr img input link meta source track wbr'.split(' '));
const tag =
  /<(script|style|textarea|title|svg)\b[^>]*>.*?<\/\1>|<!--.*?-->|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|[^">])*)>/gs;

/**
 * Finds HTML errors that a browser repairs silently. These are blocks inside elements for inline content, such as `span >
 * blockquote`, and ids that are empty, contain a space or occur twice. Expects every element to be closed, as React renders it.
 */
function nestingFaults(html: string): string[] {
  const open: string[] = [];
  const ids = new Set<string>();
  const faults: string[] = [];
  for (const [, , end, name = '', attributes = ''] of html.matchAll(tag)) {
    if (name === '') continue;
    if (end) {
      open.length = Math.max(0, open.lastIndexOf(name));
      continue;
    }
    const outer = open.find((one) => inlineOnly.has(one));
    if (outer && blocks.has(name)) faults.push(`${outer} > ${name}`);
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1];
    if (id !== undefined && (/\s|^$/.test(id) || ids.has(id))) faults.push(`id="${id}"`);
    if (id !== undefined) ids.add(id);
    if (!voids.has(name)) open.push(name);
  }
  return [...new Set(faults)];
}

test('every URL of the sitemap responds with its own title and canonical URL', async ({ request }) => {
  test.slow();
  const sitemap = await request.get('/sitemap.xml');
  const addresses = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)];
  expect(addresses.length).toBeGreaterThan(60);
  const titles = new Map<string, string>();
  for (const [, found] of addresses) {
    const address = plain(found);
    const head = await readHead(request, address);
    expect(head, address).toMatchObject({ status: 200, titles: 1, canonical: address });
    expect(head.meta('description').length, address).toBeGreaterThan(30);
    expect(head.meta('description').length, address).toBeLessThanOrEqual(160);
    expect(head.meta('robots'), address).not.toContain('noindex');
    expect(titles.get(head.title), `${address} is called ${head.title}`).toBeUndefined();
    titles.set(head.title, address);
  }
});

test('a page has the tags for shared links, and a filtered listing is not indexed', async ({
  request,
  baseURL,
}) => {
  for (const path of ['/', '/Sarees', '/craft/Ikat', '/fabric/Cotton', '/category', '/our-story', gulnar]) {
    const head = await readHead(request, path);
    expect(head.meta('og:title'), path).toBe(head.title);
    expect(head.meta('og:url'), path).toBe(head.canonical);
    expect(head.meta('og:description'), path).toBe(head.meta('description'));
    expect(head.meta('og:image'), path).toContain(`${baseURL}/uploads/`);
    const image = await request.get(head.meta('og:image'));
    expect(image.headers()['content-type'], path).toBe('image/jpeg');
    const crumbs = expect.objectContaining({ '@type': 'BreadcrumbList' });
    if (/^.(Sarees|craft|fabric)/.test(path)) expect(head.linkedData, path).toContainEqual(crumbs);
  }
  const filtered = await readHead(request, '/Sarees?color=Indigo&sort=price-asc&page=2');
  expect(filtered.canonical).toBe(`${baseURL}/Sarees`);
  expect(filtered.meta('robots')).toContain('noindex');
});

test('the home page preloads one font, and the linked data of a product names its price, stock and rating', async ({
  request,
  baseURL,
}) => {
  const { tags } = await readHead(request, '/');
  // The home page preloads no other font, because it would compete for bandwidth with the largest image.
  const preloaded = tags.filter((tag) => tag.includes('rel="preload"') && tag.includes('as="font"'));
  expect(preloaded).toEqual([expect.stringMatching(/ href="[^"]*anek-latin-/)]);

  const product = await readHead(request, gulnar);
  expect(product.linkedData).toContainEqual(
    expect.objectContaining({
      '@type': 'Product',
      name: 'Gulnar Banarasi Katan Silk Saree',
      sku: 'TB-SAR-001',
      offers: expect.objectContaining({
        '@type': 'Offer',
        price: 24_800,
        priceCurrency: 'INR',
        availability: 'https://schema.org/LimitedAvailability',
        url: `${baseURL}${gulnar}`,
      }),
      aggregateRating: expect.objectContaining({ ratingValue: 5, ratingCount: 1 }),
    }),
  );
});

test('the icons and the manifest are served', async ({ request }) => {
  const { tags } = await readHead(request, '/');
  const named = tags.flatMap((tag) => /\srel="(icon|apple-touch-icon|manifest)"/.exec(tag)?.input ?? []);
  expect(named).toHaveLength(3);
  const manifest = await (await request.get('/manifest.webmanifest')).text();
  expect(manifest).toContain('/icon-192.png');
  for (const [, path = ''] of `${named}${manifest}`.matchAll(/(?:\shref=|"src":\s*)"([^"]+)"/g)) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['content-type'], path).toMatch(/image\/|manifest/);
  }
});

test('every page is valid HTML and allows only its own inline scripts, by their hashes', async ({
  request,
}) => {
  expect(nestingFaults(await (await request.get('/api/docs')).text())).toEqual([]);
  for (const { path } of screens) {
    const response = await request.get(path);
    const policy = response.headers()['content-security-policy'] ?? '';
    const sources = policy.match(/script-src ([^;]*)/)?.[1]?.split(' ') ?? [];
    const html = await response.text();
    expect(nestingFaults(html), path).toEqual([]);
    const inline = html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g);
    const hashes = [...inline].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(hashes.length, path).toBeGreaterThan(0);
    expect(sources.toSorted(), path).toEqual([...new Set(["'self'", ...hashes])].toSorted());
  }
});

test('built files are compressed and may be cached for a year', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const response = await request.get(file, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers(), file).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    // Browsers obey this header only in the response of a page.
    expect(response.headers(), file).not.toHaveProperty('x-frame-options');
    const text = await response.text();
    expect(text, file).not.toMatch(/sourceMappingURL|node_modules\//);
    expect(text, file).not.toContain(process.cwd());
    expect((await request.get(`${file}.map`)).status(), file).toBe(404);
    // Compressing a file of less than about a kilobyte saves nothing.
    if ((await response.body()).length < 2048) continue;
    expect(response.headers()['content-encoding'], file).toBe('br');
    const other = await request.get(file, { headers: { 'accept-encoding': 'gzip' } });
    expect(other.headers()['content-encoding'], file).toBe('gzip');
    expect(other.headers().vary?.toLowerCase(), file).toContain('accept-encoding');
  }
});

test('the demo images of products and categories are served below /uploads/ [S-DATA-26]', async ({
  request,
}) => {
  const lists = await Promise.all(
    ['product', 'category'].map(async (of) => (await request.get(`/api/${of}/get-all`)).text()),
  );
  const files = [...lists.join().matchAll(/"img1?":"([^"]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBe(36 + 5);
  for (const file of [...files.slice(0, 3), ...files.slice(-5)]) {
    const response = await request.get(`/uploads/${file}?w=320`);
    expect(response.headers()['content-type'], file).toMatch(/^image\//);
  }
});
