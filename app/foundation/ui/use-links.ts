import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Takes over each press of a `Link`, so that the page changes without being loaded anew. One listener for the
 * whole document; it hears of a press after everything inside the page has, so whoever has refused it is obeyed.
 * Without script, and before it has come, the browser follows the links by itself. Mounted once, by the root.
 */
export function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: MouseEvent) {
      const anchor = anchorOf(event);
      if (!anchor || !isPlain(event) || anchor.origin !== location.origin) return;
      event.preventDefault();
      const { pathname, search, hash } = anchor;
      const here = location.pathname + location.search + location.hash;
      const to = pathname + search + hash;
      void navigate(to, {
        // As browsers do: the address that stands here already makes no second step to go back over.
        replace: anchor.dataset.go === 'instead' || to === here,
        preventScrollReset: anchor.dataset.go === 'still',
      });
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

/** Asked of the way that the press took, because what was pressed may be gone from the page by now. */
function anchorOf(event: MouseEvent): HTMLAnchorElement | undefined {
  return event
    .composedPath()
    .filter((element) => element instanceof HTMLAnchorElement)
    .find(({ dataset }) => dataset.go !== undefined);
}

/** A press that asks for nothing else: no new tab or window, no download, and nobody has refused it. */
function isPlain({ button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !defaultPrevented && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
