import { useLocation } from 'react-router';
import { loginPath } from '../customers/authenticated-fetch.ts';
import * as urls from '../urls.ts';
import { firstSegment, pages, type Tab } from '../urls.ts';

const pageOf = (pathname: string) => pages.find(({ path }) => firstSegment(path) === firstSegment(pathname));

/**
 * Returns the active tab for a path. Returns undefined for pages without a tab. The pages at and below `categoryLinks` belong to
 * the tab `category`.
 */
export function activeTab(pathname: string, categoryLinks: readonly string[]): Tab | undefined {
  const page = pageOf(pathname);
  if (page) return page.tab;
  const first = firstSegment(pathname);
  return categoryLinks.some((link) => firstSegment(link) === first) ? 'category' : undefined;
}

/** True for the checkout and the customer's own pages. From 768 px on, they have a slim header and no footer. */
export function hasSlimHeader(pathname: string): boolean {
  return pageOf(pathname)?.slim ?? false;
}

/** Returns the copyright line: `© 2025` in 2025, and later for example `© 2025–2026`. */
export function copyright(foundedYear: number, year: number): string {
  return year > foundedYear ? `© ${foundedYear}–${year}` : `© ${foundedYear}`;
}

/** Returns the path of the sign-in page. After the sign-in, the customer returns to the current page. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation();
  // On the sign-in page, keep the parameter `next`, but no other parameters of the query.
  if (pathname === urls.login) return loginPath(new URLSearchParams(search).get('next') ?? '/');
  return loginPath(pathname + search);
}
