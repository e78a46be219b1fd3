import { useEffect, useState } from 'react';

/**
 * Hook for a page that needs a provider's script. The Content-Security-Policy of the document stays in force during client-side
 * navigation, and the policies of other pages block this script. If `needed` is true and the browser loaded the document at
 * another path, the hook reloads the page as soon as `allowed` is true. Returns true if the page needs the reload.
 */
export function useFullPageLoad(needed: boolean, allowed = true): boolean {
  const [reloads] = useState(() => needed && wasLoadedAtOtherPath());
  useEffect(() => {
    if (reloads && allowed) location.reload();
  }, [reloads, allowed]);
  return reloads;
}

/** True if the browser loaded the document at another path, and client-side navigation led to this page. False on the server. */
function wasLoadedAtOtherPath(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}
