import * as urls from '../urls.ts';
import type { Product } from './contract.ts';

/** Maximum length of a search query in characters. The rest of a longer query is ignored. */
export const maxQueryLength = 100;

export function isSoldOut(product: Pick<Product, 'quantity'>): boolean {
  return product.quantity <= 0;
}

/** True if the product shows `Only {n} left in stock`. */
export function isLowStock(product: Pick<Product, 'quantity'>, lowStockAt: number): boolean {
  return product.quantity > 0 && product.quantity <= lowStockAt;
}

/** Returns craft and place in one line. A place that names its craft, such as Chanderi, is printed once. */
export function craftAndPlace(craft: string | null, place: string | null): string {
  if (place && place.split(',')[0] === craft) return place;
  return [craft, place].filter(Boolean).join(', ');
}

/** Returns the price to strike through, which is above the price. Without MRP it is 299, if the price is lower. */
export function struckPrice({ price, mrp }: Pick<Product, 'price' | 'mrp'>): number | undefined {
  const before = mrp ?? 299;
  return before > price ? before : undefined;
}

/** True for the name of a video. False for the texts `null` and `undefined`, which some records have instead. */
export function hasVideo(video: string | null | undefined): video is string {
  const name = video?.trim();
  return Boolean(name) && name !== 'null' && name !== 'undefined';
}

/** Returns a name as a path segment: lower-cased, spaces as hyphens, without characters that would break the path. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** Returns the slug of a category: its name without spaces and hyphens, case kept (`Co-Ord Sets` → `CoOrdSets`). */
export function categorySlugOf(name: string): string {
  return name.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Returns the canonical path of a product's page. */
export function productPath(categorySlug: string, name: string, proId: string): string {
  const slug = slugOf(name) || 'piece';
  return `/${encodeURIComponent(categorySlug)}/${encodeURIComponent(slug)}/${encodeURIComponent(proId)}`;
}

/** Returns the canonical path of a category's page. A check of the table excludes characters that end a path. */
export function categoryPath(slug: string): string {
  return `/${encodeURI(slug)}`;
}

export function craftPath(name: string): string {
  return `${urls.craft}/${encodeURIComponent(name)}`;
}

export function fabricPath(name: string): string {
  return `${urls.fabric}/${encodeURIComponent(name)}`;
}

export type DescriptionLine = { label: string; value: string };

/** Splits a description into lines, and each line at its first colon. A line without one has an empty label. */
export function readDescription(text: string): DescriptionLine[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.trim();
    if (!trimmed) return [];
    const colon = trimmed.indexOf(':');
    if (colon < 0) return [{ label: '', value: trimmed }];
    return [{ label: trimmed.slice(0, colon).trim(), value: trimmed.slice(colon + 1).trim() }];
  });
}

/** The two values of the availability filter in a URL. */
const availabilities = ['in-stock', 'out-of-stock'] as const;

/** Reads `In stock`, `in-stock`, `instock` and their opposites, ignoring case; undefined for other texts. */
export function availabilityOf(value: string): (typeof availabilities)[number] | undefined {
  const bare = (text: string) => text.toLowerCase().replace(/[\s-]/g, '');
  return availabilities.find((availability) => bare(availability) === bare(value));
}

/** Returns the mean of the ratings in half stars, or null without ratings. */
export function halfStars(sum: number, count: number): number | null {
  return count > 0 ? Math.round((sum / count) * 2) / 2 : null;
}

/** First path segments that are not pages: the admin, the API and files. */
const reservedBesidesPages = [
  'admin',
  'api',
  'assets',
  'dev',
  'favicon.svg',
  'healthz',
  'pretend-bank',
  'readyz',
  'robots.txt',
  'sitemap.xml',
  'uploads',
];

/** Lists the first path segments that no category may have as its slug. */
export const reservedSlugs = (): string[] => [
  ...urls.pages.map(({ path }) => urls.firstSegment(path)),
  ...reservedBesidesPages,
];

export function mayBeCategorySlug(slug: string): boolean {
  return !reservedSlugs().includes(slug.toLowerCase());
}

/** Swatches of the colour families, muted like the cloths. */
const swatches: Record<string, string> = {
  red: '#8d1f2b',
  pink: '#c98a8a',
  orange: '#c9711d',
  yellow: '#d3a02b',
  green: '#7f9161',
  blue: '#8fb0ae',
  indigo: '#26386b',
  purple: '#5a2a4a',
  brown: '#8a6440',
  gold: '#b08d3c',
  ivory: '#e9e1cf',
  black: '#2f2925',
  grey: '#8a8580',
};

/** Returns the colour of the dot beside a colour family in the filter, as `#rrggbb`, or undefined. */
export function swatchOf(family: string): string | undefined {
  return swatches[family.trim().toLowerCase()];
}
