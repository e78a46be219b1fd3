import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import type { LayoutData } from './layout-data.ts';

/** The path of the page that is on its way; `undefined` while none is, or while this page is only read anew. */
export function usePendingPath(): string | undefined {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname !== pathname ? location.pathname : undefined;
}

/** True for the path of a category, a craft or a fabric. */
export function isListing(path: string, categories: LayoutData['categories']): boolean {
  return /^\/(craft|fabric)\/[^/]+$/.test(path) || categories.some(({ link }) => link === path);
}

/** The title of the page that somebody has walked to, and the focus at its beginning; empty on the first page. */
function useArrival(): string {
  const { pathname, hash } = useLocation();
  const standsAt = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (standsAt.current === pathname) return;
    standsAt.current = pathname;
    setTitle(document.title);
    if (!hash) document.querySelector('main')?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return title;
}

/**
 * Says that a page is on its way, for those who wait, and for a screen reader which page has come. A thread runs
 * along the rod, and the words come with it; on a fast network the style sheets keep both hidden, because a flash
 * of them would only unsettle.
 */
export function NavigationProgress({
  path,
  isListingPending,
}: {
  path: string | undefined;
  isListingPending: boolean;
}) {
  const title = useArrival();
  return (
    <div className="navigation-progress" role="status">
      {path === undefined ? (
        <p className="sr">{title}</p>
      ) : (
        <span>{isListingPending ? 'Loading products...' : 'Loading...'}</span>
      )}
    </div>
  );
}
