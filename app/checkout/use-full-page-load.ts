import { useEffect, useState } from 'react';

/**
 * Reloads the document if `needed` and if the document was loaded at another path. Only this page's Content Security Policy
 * allows the provider's script. Returns true during the reload.
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
