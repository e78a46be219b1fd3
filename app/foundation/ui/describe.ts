import type { MetaDescriptor } from 'react-router';

/** What one page says of itself to search engines and to whoever it is shared with. */
export type PageDescription = {
  /** Without the shop's name, which is added; the home page's title is taken as given. */
  title: string;
  /** Cut at a word when it is longer than 160 characters. */
  description: string;
  /** The canonical path, beginning with `/`. */
  path: string;
  /** A file under `/uploads/`. */
  image?: string | null;
  /** The Open Graph type; `website` unless given. */
  type?: string;
  /** schema.org objects, one script each. */
  jsonLd?: readonly object[];
};

/** What the root's loader answers, as far as every page's head is made of it. */
export type DescribedShop = { publicUrl: string; layoutData: { settings: { name: string } } };

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** `undefined` while the root's loader has failed. */
function shopOf(matches: Matches): DescribedShop | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return isShop(root) ? root : undefined;
}

function isShop(root: unknown): root is DescribedShop {
  return typeof root === 'object' && root !== null && 'layoutData' in root;
}

/** Shortens to at most `most` characters, at the end of a word, with an ellipsis when something is left out. */
export function shorten(text: string, maxLength: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  const cut = plain.slice(0, maxLength);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > 0 ? space : maxLength - 1).replace(/[\s,;:.–-]+$/u, '')}…`;
}

/** The shop's public address, without a slash at its end; empty while the root's data are missing. */
export function publicUrlOf(matches: Matches): string {
  return shopOf(matches)?.publicUrl.replace(/\/+$/, '') ?? '';
}

/** The tags of a page's head: title, description, canonical address, Open Graph and schema.org. */
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
  return tags;
}
