import * as urls from '../urls.ts';
import type { Product } from './contract.ts';

/** Maximum length of a search query in characters. The search ignores the rest of a longer query. */
export const maxQueryLength = 100;

export function isSoldOut(product: Pick<Product, 'quantity'>): boolean {
  return product.quantity <= 0;
}

/** True if the product shows `Only {n} left in stock`. */
export function isLowStock(product: Pick<Product, 'quantity'>, lowStockAt: number): boolean {
  return product.quantity > 0 && product.quantity <= lowStockAt;
}

/**
 * Returns craft and place in one line. If the place has the same name as the craft, such as Chanderi, the name is printed once.
 */
export function craftAndPlace(craft: string | null, place: string | null): string {
  if (place && place.split(',')[0] === craft) return place;
  return [craft, place].filter(Boolean).join(', ');
}

/** Returns the price to strike through: the MRP, or ₹299 without an MRP. Returns undefined unless it is above the price. */
export function struckPrice({ price, mrp }: Pick<Product, 'price' | 'mrp'>): number | undefined {
  const before = mrp ?? 299;
  return before > price ? before : undefined;
}

/** True if the text is the name of a video. False for `null` and `undefined`, which some records contain as texts. */
export function hasVideo(video: string | null | undefined): video is string {
  const name = video?.trim();
  return Boolean(name) && name !== 'null' && name !== 'undefined';
}

/**
 * Returns a name as a path segment: in lower case, with hyphens instead of spaces, and without characters that would break the
 * path.
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** Returns the slug of a category: the name without spaces and hyphens, in the same case (`Co-Ord Sets` → `CoOrdSets`). */
export function categorySlugOf(name: string): string {
  return name.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Names a product, and its size if it has one: `Indigo Suit, size M`. */
export function nameAndSize(name: string, size: string | null | undefined): string {
  return size ? `${name}, size ${size}` : name;
}

/** Returns the canonical path of a product's page. */
export function productPath(categorySlug: string, name: string, proId: string): string {
  const slug = slugOf(name) || 'piece';
  return `/${encodeURIComponent(categorySlug)}/${encodeURIComponent(slug)}/${encodeURIComponent(proId)}`;
}

/**
 * Returns the canonical path of a category's page. A check constraint of the table rejects slugs with characters that would end
 * the path, such as `?`.
 */
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

/** Splits a description into lines, and each line at its first colon. A line without a colon gets an empty label. */
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

/** Reads `In stock`, `in-stock`, `instock` and their opposites, ignoring case. Returns undefined for other texts. */
export function availabilityOf(value: string): (typeof availabilities)[number] | undefined {
  const bare = (text: string) => text.toLowerCase().replace(/[\s-]/g, '');
  return availabilities.find((availability) => bare(availability) === bare(value));
}

/** Returns the mean of the ratings, rounded to half stars. Returns null if there are no ratings. */
export function halfStars(sum: number, count: number): number | null {
  return count > 0 ? Math.round((sum / count) * 2) / 2 : null;
}

/** First path segments that lead to the admin, the API or files instead of a page. */
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

/** Lists the first path segments that cannot be the slug of a category. */
export const reservedSlugs = (): string[] => [
  ...urls.pages.map(({ path }) => urls.firstSegment(path)),
  ...reservedBesidesPages,
];

export function mayBeCategorySlug(slug: string): boolean {
  return !reservedSlugs().includes(slug.toLowerCase());
}

/** Swatches of the colour families, as muted as the cloths. */
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

/** Returns the colour of the dot beside a colour family in the filter, as `#rrggbb`. Returns undefined for an unknown family. */
export function swatchOf(family: string): string | undefined {
  return swatches[family.trim().toLowerCase()];
}
