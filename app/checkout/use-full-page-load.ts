import { useEffect, useState } from 'react';

/**
 * The policy that lets the payment window in came with the document, if it was loaded at this address. Whoever walked
 * here from another page has that page's policy, so the document is loaded once more. Answers whether it is.
 */
export function useFullPageLoad(needed: boolean): boolean {
  const [reloads] = useState(() => needed && wasLoadedAtOtherPath());
  useEffect(() => {
    if (reloads) location.reload();
  }, [reloads]);
  return reloads;
}

/** Never true for the server, nor while the page that it sent is being adopted. */
function wasLoadedAtOtherPath(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}
