import type { MetaDescriptor } from 'react-router';
import { breadcrumbList, describePage, publicUrlOf } from '../../foundation/ui/describe.ts';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { type Choice, listChosen } from './filters.ts';
import type { ShownListing } from './listing-products.tsx';

type Matches = Parameters<typeof describePage>[0];

type ListingText = {
  title: string;
  /** The description. If it is empty, the number of products is shown instead. */
  intro: string;
  /** The path without filters, because search engines should treat all filtered listings as one page. */
  path: string;
  listing: ShownListing;
  choice: Choice;
  /** False for listings that search engines must not index, such as search results. */
  indexable?: boolean;
};

/** Returns the meta tags of a listing. For a filtered view, they forbid search engines to index it. */
export function describeListing(matches: Matches, text: ListingText): MetaDescriptor[] {
  const { title, intro, path, listing, choice, indexable = true } = text;
  const tags = describePage(matches, {
    title,
    description:
      intro || `${title}: ${formatCount(listing.unfilteredTotal, 'piece')}, woven and made by hand in India.`,
    path,
    image: listing.products[0]?.pictures[0]?.file,
    jsonLd: [breadcrumbList(publicUrlOf(matches), [{ name: title, path }])],
  });
  const plain = listChosen(choice.filters).length === 0;
  return indexable && plain ? tags : [...tags, { name: 'robots', content: 'noindex,follow' }];
}
