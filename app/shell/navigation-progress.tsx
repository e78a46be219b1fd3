import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import type { LayoutData } from './layout-data.ts';

/**
 * Returns the path of the page that is loading. Returns undefined if no page is loading, or if only the current page is
 * reloading.
 */
export function usePendingPath(): string | undefined {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname !== pathname ? location.pathname : undefined;
}

export function isListing(path: string, categories: LayoutData['categories']): boolean {
  return /^\/(craft|fabric)\/[^/]+$/.test(path) || categories.some(({ link }) => link === path);
}

/**
 * Returns the title of the page after a navigation, and moves the focus to the beginning of the page. Returns an empty text on
 * the first page.
 */
function useArrival(): string {
  const { pathname, hash } = useLocation();
  const lastPath = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    setTitle(document.title);
    if (!hash) document.querySelector('main')?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return title;
}

type ProgressProps = { path: string | undefined; isListingPending: boolean };

/** Shows that a page is loading, after a delay that the style sheet sets. Announces the title of the loaded page. */
export function NavigationProgress({ path, isListingPending }: ProgressProps) {
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
