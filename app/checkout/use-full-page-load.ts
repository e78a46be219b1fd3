import { useEffect, useState } from 'react';

/**
 * Reloads the document if it was loaded at another URL, because only this page's Content Security Policy allows the payment
 * window. Returns true during the reload.
 */
export function useFullPageLoad(needed: boolean): boolean {
  const [reloads] = useState(() => needed && wasLoadedAtOtherPath());
  useEffect(() => {
    if (reloads) location.reload();
  }, [reloads]);
  return reloads;
}

/** False on the server and during hydration. */
function wasLoadedAtOtherPath(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}
