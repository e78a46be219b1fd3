import { useEffect, useState } from 'react';

/**
 * Reloads a document loaded at another path, if `needed` and `allowed`: only the page's own Content Security Policy allows a
 * provider's script. Returns true if `needed` and the document was loaded at another path.
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
