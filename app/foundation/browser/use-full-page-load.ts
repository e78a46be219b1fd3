import { useEffect, useState } from 'react';

/**
 * Reloads the document if `needed` and `allowed`, and if the document was loaded at another path. Only the page's own Content
 * Security Policy allows a provider's script. Returns true if the document was loaded at another path and `needed`.
 */
export function useFullPageLoad(needed: boolean, allowed = true): boolean {
  const [reloads] = useState(() => needed && wasLoadedAtOtherPath());
  useEffect(() => {
    if (reloads && allowed) location.reload();
  }, [reloads, allowed]);
  return reloads;
}

/** False on the server and during hydration. */
function wasLoadedAtOtherPath(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}
