import type { Context } from 'hono';
import { listProductUrls } from '../catalogue/catalogue.server.ts';
import { escapeHtml } from '../foundation/email/email.server.ts';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { pages } from '../urls.ts';

/**
 * Responds with robots.txt. Disallows the API and the customer's own pages. Also disallows the search, because its filters make
 * too many different URLs.
 */
export function robots(c: Context<ShopEnv>) {
  const closed = ['/api/', ...pages.filter((page) => page.closed).map(({ path }) => path)];
  const lines = ['User-agent: *', 'Allow: /api/docs', ...closed.map((path) => `Disallow: ${path}`)];
  return c.text(`${lines.join('\n')}\n\nSitemap: ${c.get('shop').config.publicUrl}/sitemap.xml\n`);
}

/** Maximum number of URLs in one file, according to the sitemap protocol. */
const maxUrls = 50_000;

/** Responds with the sitemap: the public pages, the listings and the products. */
export async function sitemap(c: Context<ShopEnv>) {
  const { publicUrl } = c.get('shop').config;
  // Omit `lastmod`: the shop does not store this date, and search engines ignore wrong dates.
  const entry = (path: string) => `<url><loc>${escapeHtml(new URL(path, publicUrl).href)}</loc></url>`;
  const open = pages.filter(({ closed, parameter }) => !closed && !parameter).map(({ path }) => path);
  const listings = await listProductUrls(c.get('shop'), maxUrls - open.length);
  const body = [...open, ...listings].map(entry).join('\n');
  return c.body(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${body}\n</urlset>\n`,
    200,
    { 'content-type': 'application/xml; charset=utf-8' },
  );
}
