import * as urls from '../urls.ts';
import type { Product } from './contract.ts';

/** Maximum length of a search query in characters. The rest of a longer query is ignored. */
export const maxQueryLength = 100;

/** True when nothing of the piece can be sold now. */
export function isSoldOut(product: Pick<Product, 'quantity'>): boolean {
  return product.quantity <= 0;
}

/** True when the piece is to carry the note `Only {n} left in stock`. */
export function isLowStock(product: Pick<Product, 'quantity'>, lowStockAt: number): boolean {
  return product.quantity > 0 && product.quantity <= lowStockAt;
}

/** Returns craft and place in one line. A place that names its craft, such as Chanderi, is printed once. */
export function craftAndPlace(craft: string | null, place: string | null): string {
  if (place && place.split(',')[0] === craft) return place;
  return [craft, place].filter(Boolean).join(', ');
}

/**
 * The price to strike through, or `undefined`: a price is never struck that is not above the real one. 299 is
 * the fallback for a piece without MRP that costs less.
 */
export function struckPrice({ price, mrp }: Pick<Product, 'price' | 'mrp'>): number | undefined {
  const before = mrp ?? 299;
  return before > price ? before : undefined;
}

/** Records sometimes hold the words `null` and `undefined` where a film is missing. */
export function hasVideo(video: string | null | undefined): video is string {
  const name = video?.trim();
  return Boolean(name) && name !== 'null' && name !== 'undefined';
}

/**
 * A name as it stands in an address: lower-cased, spaces as hyphens. Characters that would break the path are
 * left out, so that plain names give exactly the specified result.
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** The slug of a category: its name without spaces and hyphens, case kept (`Co-Ord Sets` → `CoOrdSets`). */
export function categorySlugOf(name: string): string {
  return name.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** The canonical path of a piece's page. */
export function productPath(categorySlug: string, name: string, proId: string): string {
  const slug = slugOf(name) || 'piece';
  return `/${encodeURIComponent(categorySlug)}/${encodeURIComponent(slug)}/${encodeURIComponent(proId)}`;
}

/** The canonical path of a category's page. A slug has no sign that would end the path (the table sees to it). */
export function categoryPath(slug: string): string {
  return `/${encodeURI(slug)}`;
}

/** The canonical path of a craft's page. */
export function craftPath(name: string): string {
  return `${urls.craft}/${encodeURIComponent(name)}`;
}

/** The canonical path of a fabric's page. */
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

/** The two choices of the availability filter, as they stand in an address. */
const availabilities = ['in-stock', 'out-of-stock'] as const;

/** `In stock`, `in-stock`, `instock` and their opposites, whatever the case; anything else is `undefined`. */
export function availabilityOf(value: string): (typeof availabilities)[number] | undefined {
  const bare = (text: string) => text.toLowerCase().replace(/[\s-]/g, '');
  return availabilities.find((one) => bare(one) === bare(value));
}

/** The mean of the ratings in half stars, or `null` when nobody has rated. */
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

/** True when a category may have this address. */
export function mayBeCategorySlug(slug: string): boolean {
  return !reservedSlugs().includes(slug.toLowerCase());
}

/** Near the cloth, so that the dot is what one finds. */
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

/** The dot beside a colour family in the filter, as `#rrggbb`; `undefined` for a family without one. */
export function swatchOf(family: string): string | undefined {
  return swatches[family.trim().toLowerCase()];
}
