import { useEffect, useState } from 'react';

/**
 * Hook for a page that needs a provider's script. Only this page's Content-Security-Policy allows the script. If `needed` and
 * `allowed` are true, and the browser loaded the document at another path, the hook reloads the page. Returns true if the page
 * needs the reload.
 */
export function useFullPageLoad(needed: boolean, allowed = true): boolean {
  const [reloads] = useState(() => needed && wasLoadedAtOtherPath());
  useEffect(() => {
    if (reloads && allowed) location.reload();
  }, [reloads, allowed]);
  return reloads;
}

/** True if the browser loaded the document at another path. False on the server and during hydration. */
function wasLoadedAtOtherPath(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}
