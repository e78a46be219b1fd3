import { type ComponentPropsWithRef, useEffect } from 'react';
import { useNavigate } from 'react-router';

/** An internal URL, or its parts. The URL is relative to the current URL, so `{ search: 'page=2' }` keeps the current path. */
type LinkTarget = string | { pathname?: string; search?: string; hash?: string };

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'download'> & {
  to: LinkTarget;
  replace?: boolean | undefined;
  preventScrollReset?: boolean | undefined;
};

/**
 * Internal link. It renders a plain anchor, and `useLinks` handles its clicks. A React Router link runs a dozen hooks, which is
 * too slow on a page with a hundred links.
 */
export function Link({ to, replace, preventScrollReset, ...anchor }: LinkProps) {
  return (
    <a
      {...anchor}
      href={typeof to === 'string' ? to : hrefOf(to)}
      data-go={replace ? 'instead' : preventScrollReset ? 'still' : ''}
    />
  );
}

/** Converts the parts of a URL to a text. Example: `{ pathname: '/Sarees', search: 'fabric=Silk' }` → `/Sarees?fabric=Silk`. */
function hrefOf({ pathname = '', search = '', hash = '' }: Exclude<LinkTarget, string>): string {
  return pathname + withPrefix('?', search) + withPrefix('#', hash);
}

const withPrefix = (prefix: '?' | '#', text: string) =>
  text === '' || text.startsWith(prefix) ? text : prefix + text;

/**
 * Hook that handles left clicks on each `Link` as client-side navigations. It adds one listener to the document. The listener
 * runs after React's handlers, so that these can call `preventDefault`. Use it once, in the root.
 * `prepare` is called with the anchor before each navigation, which waits for the result.
 */
export function useLinks(prepare: (link: HTMLAnchorElement) => Promise<void> | undefined): void {
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
      await prepare(anchor);
      if (followed !== event) return;
      void navigate(to, {
        // As in browsers, a link to the current URL adds no history entry.
        replace: go === 'instead' || to === currentUrl,
        preventScrollReset: go === 'still',
      });
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate, prepare]);
}

/** Finds the link in the path of the event, because a handler may have removed the clicked element from the page. */
function anchorOf(event: MouseEvent): HTMLAnchorElement | undefined {
  return event
    .composedPath()
    .filter((element) => element instanceof HTMLAnchorElement)
    .find(({ dataset }) => dataset.go !== undefined);
}

/** True for a left click without modifier keys, unless a handler has called `preventDefault`. */
function isPlainClick({ button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !defaultPrevented && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
