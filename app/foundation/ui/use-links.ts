import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Handles the clicks on every `Link` as client-side navigations, with one listener on the document. It runs after React's
 * handlers, so that they can call `preventDefault`. Before the script has loaded, the browser follows the links. Mounted once, in
 * the root.
 */
export function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: MouseEvent) {
      const anchor = anchorOf(event);
      if (!anchor || !isPlainClick(event) || anchor.origin !== location.origin) return;
      event.preventDefault();
      const { pathname, search, hash } = anchor;
      const currentUrl = location.pathname + location.search + location.hash;
      const to = pathname + search + hash;
      void navigate(to, {
        // As in browsers, a link to the current URL adds no history entry.
        replace: anchor.dataset.go === 'instead' || to === currentUrl,
        preventScrollReset: anchor.dataset.go === 'still',
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
