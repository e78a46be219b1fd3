import type { MetaDescriptor } from 'react-router';
import { describePage, publicUrlOf } from '../../foundation/ui/describe.ts';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { type Choice, listChosen } from './filters.ts';
import type { ShownListing } from './listing-products.tsx';

type Matches = Parameters<typeof describePage>[0];

type ListingText = {
  title: string;
  /** What the listing says of itself; how many pieces it has stands in for an empty one. */
  intro: string;
  /** The path without filters: all filtered views are one page to a search engine. */
  path: string;
  listing: ShownListing;
  choice: Choice;
  /** False for listings that should never be found, such as the results of a search. */
  indexable?: boolean;
};

/** The head of a listing. A filtered view asks not to be kept by search engines. */
export function describeListing(matches: Matches, text: ListingText): MetaDescriptor[] {
  const { title, intro, path, listing, choice, indexable = true } = text;
  const publicUrl = publicUrlOf(matches);
  const tags = describePage(matches, {
    title,
    description:
      intro || `${title}: ${formatCount(listing.unfilteredTotal, 'piece')}, woven and made by hand in India.`,
    path,
    image: listing.products[0]?.pictures[0]?.file,
    jsonLd: [crumbsOf(title, publicUrl, path)],
  });
  const plain = listChosen(choice.filters).length === 0;
  return indexable && plain ? tags : [...tags, { name: 'robots', content: 'noindex,follow' }];
}

function crumbsOf(title: string, publicUrl: string, path: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${publicUrl}/` },
      { '@type': 'ListItem', position: 2, name: title, item: publicUrl + path },
    ],
  };
}
