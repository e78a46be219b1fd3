import { useLocation } from 'react-router';
import { loginPath } from '../customers/authenticated-fetch.ts';
import * as urls from '../urls.ts';
import { firstSegment, pages, type Tab } from '../urls.ts';

/** Finds the page of a path by its first segment. */
const pageOf = (pathname: string) => pages.find(({ path }) => firstSegment(path) === firstSegment(pathname));

/** Returns the active tab of a path, undefined for other pages. Pages below `categoryLinks` belong to the categories' tab. */
export function activeTab(pathname: string, categoryLinks: readonly string[]): Tab | undefined {
  const page = pageOf(pathname);
  if (page) return page.tab;
  const first = firstSegment(pathname);
  return categoryLinks.some((link) => firstSegment(link) === first) ? 'category' : undefined;
}

/** True for the checkout and the customer's own pages, which have a slim header and no footer from 768 px on. */
export function hasSlimHeader(pathname: string): boolean {
  return pageOf(pathname)?.slim ?? false;
}

/** Returns the copyright line: `© 2025`, and from the next year on `© 2025–2026`. */
export function copyright(foundedYear: number, year: number): string {
  return year > foundedYear ? `© ${foundedYear}–${year}` : `© ${foundedYear}`;
}

/** Returns the path of the sign-in page, from which a customer returns to the current page. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation();
  // The sign-in page keeps its own `next`, without the rest of its query.
  if (pathname === urls.login) return loginPath(new URLSearchParams(search).get('next') ?? '/');
  return loginPath(pathname + search);
}
