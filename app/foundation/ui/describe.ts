import type { MetaDescriptor } from 'react-router';
import * as urls from '../../urls.ts';

/** The metadata of a page for search engines and link previews. */
type PageDescription = {
  /** The title without the shop's name. {@link describePage} adds the name, except on the home page. */
  title: string;
  /** The description, which {@link describePage} shortens to 160 characters. */
  description: string;
  /** The canonical path of the page. It begins with `/`. */
  path: string;
  /** The image for link previews, a file under `/uploads/`. */
  image?: string | null;
  /** The Open Graph type. Default: `website`. */
  type?: string;
  /** schema.org objects. Each object is rendered as a script. */
  jsonLd?: readonly object[];
  /** False for a page that search engines must not index. */
  isIndexed?: boolean;
};

/** The part of the root loader's data that {@link describePage} uses. */
export type DescribedShop = { publicUrl: string; layoutData: { settings: { name: string } } };

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Returns the root loader's data. Returns undefined if the root loader has failed. */
function shopOf(matches: Matches): DescribedShop | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return isShop(root) ? root : undefined;
}

function isShop(root: unknown): root is DescribedShop {
  return typeof root === 'object' && root !== null && 'layoutData' in root;
}

/**
 * Shortens a text to at most `maxLength` characters and adds an ellipsis. Cuts the text between two words, or inside the first
 * word if that is too long.
 */
export function shorten(text: string, maxLength: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  const cut = plain.slice(0, maxLength);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > 0 ? space : maxLength - 1).replace(/[\s,;:.–-]+$/u, '')}…`;
}

/** Returns the shop's public URL without a trailing slash. Returns an empty text if the root loader has failed. */
export function publicUrlOf(matches: Matches): string {
  return shopOf(matches)?.publicUrl.replace(/\/+$/, '') ?? '';
}

/** Returns the schema.org breadcrumb list of a page, which starts with the home page. */
export function breadcrumbList(publicUrl: string, steps: readonly { name: string; path: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: urls.home }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}

/** Returns the meta tags of a page: title, description, canonical URL, Open Graph and schema.org. */
export function describePage(matches: Matches, page: PageDescription): MetaDescriptor[] {
  const shop = shopOf(matches)?.layoutData.settings.name;
  const publicUrl = publicUrlOf(matches);
  const title = page.path === '/' || shop === undefined ? page.title : `${page.title} | ${shop}`;
  const description = shorten(page.description, 160);
  const href = publicUrl + page.path;
  const image = page.image ? `${publicUrl}/uploads/${page.image}?w=1280&f=jpg` : undefined;

  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: href },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:locale', content: 'en_IN' },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ];
  if (shop !== undefined) tags.push({ property: 'og:site_name', content: shop });
  if (image) tags.push({ property: 'og:image', content: image });
  for (const entry of page.jsonLd ?? []) tags.push({ 'script:ld+json': entry });
  if (page.isIndexed === false) tags.push({ name: 'robots', content: 'noindex' });
  return tags;
}
