import { useLocation } from 'react-router';
import { loginPath } from '../customers/authenticated-fetch.ts';
import * as urls from '../urls.ts';
import { firstSegment, pages, type Tab } from '../urls.ts';

const pageOf = (pathname: string) => pages.find(({ path }) => firstSegment(path) === firstSegment(pathname));

/** Returns the active tab of a path, undefined for other pages. Pages below `categoryLinks` belong to the categories' tab. */
export function activeTab(pathname: string, categoryLinks: readonly string[]): Tab | undefined {
  const page = pageOf(pathname);
  if (page) return page.tab;
  const first = firstSegment(pathname);
  return categoryLinks.some((link) => firstSegment(link) === first) ? 'category' : undefined;
}

/** True for the counter and a shopper's own pages: from 768 px on they have a slim header and no footer. */
export function hasSlimHeader(pathname: string): boolean {
  return pageOf(pathname)?.slim ?? false;
}

/** `© 2025`, and from the next year on `© 2025–2026`. */
export function copyright(foundedYear: number, year: number): string {
  return year > foundedYear ? `© ${foundedYear}–${year}` : `© ${foundedYear}`;
}

/** Where to sign in, so that the way leads back to the page that stands here. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation();
  // The login keeps the way back that it was opened with, and nothing that was typed there.
  if (pathname === urls.login) return loginPath(new URLSearchParams(search).get('next') ?? '/');
  return loginPath(pathname + search);
}
