import { type ComponentPropsWithRef, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { showNextPage } from './next-page.ts';

/** An internal URL, or its parts. The browser resolves missing parts from the current URL. */
type LinkTarget = string | { pathname?: string; search?: string; hash?: string };

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'download'> & {
  to: LinkTarget;
  /** Replaces the current history entry. */
  replace?: boolean | undefined;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean | undefined;
};

/** Internal link, a plain anchor whose clicks `useLinks` handles: each of a hundred React Router links runs a dozen hooks. */
export function Link({ to, replace, preventScrollReset, ...anchor }: LinkProps) {
  return (
    <a
      {...anchor}
      href={typeof to === 'string' ? to : hrefOf(to)}
      data-go={replace ? 'instead' : preventScrollReset ? 'still' : ''}
    />
  );
}

/** `{ pathname: '/Sarees', search: 'fabric=Silk' }` → `/Sarees?fabric=Silk`. */
function hrefOf({ pathname = '', search = '', hash = '' }: Exclude<LinkTarget, string>): string {
  return pathname + withPrefix('?', search) + withPrefix('#', hash);
}

const withPrefix = (prefix: '?' | '#', text: string) =>
  text === '' || text.startsWith(prefix) ? text : prefix + text;

/**
 * Turns left clicks on each `Link` into client-side navigations, with one listener on the document, which runs after React's
 * handlers so that they can call `preventDefault`. Used once, in the root.
 */
export function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let followed: MouseEvent | undefined;
    async function follow(event: MouseEvent) {
      const anchor = anchorOf(event);
      if (!anchor || !isPlainClick(event) || anchor.origin !== location.origin) return;
      event.preventDefault();
      followed = event;
      const { pathname, search, hash } = anchor;
      const { go } = anchor.dataset;
      const currentUrl = location.pathname + location.search + location.hash;
      const to = pathname + search + hash;
      // React Router's work on the navigation would delay the frame with the preview.
      await showNextPage(anchor);
      if (followed !== event) return;
      void navigate(to, {
        // A link to the current URL adds no history entry, as in browsers.
        replace: go === 'instead' || to === currentUrl,
        preventScrollReset: go === 'still',
      });
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

/** Finds the link in the event's path, because a handler may have removed the clicked element from the page. */
function anchorOf(event: MouseEvent): HTMLAnchorElement | undefined {
  return event
    .composedPath()
    .filter((element) => element instanceof HTMLAnchorElement)
    .find(({ dataset }) => dataset.go !== undefined);
}

/** True for a left click without modifier keys that no handler has prevented. */
function isPlainClick({ button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !defaultPrevented && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
