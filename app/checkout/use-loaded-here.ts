import { useEffect, useState } from 'react';

/**
 * The policy that lets the payment window in came with the document, if it was loaded at this address. Whoever walked
 * here from another page has that page's policy, so the document is loaded once more. Answers whether it is.
 */
export function useLoadedHere(needed: boolean): boolean {
  const [reloads] = useState(() => needed && wasLoadedElsewhere());
  useEffect(() => {
    if (reloads) location.reload();
  }, [reloads]);
  return reloads;
}

/** Never true for the server, nor while the page that it sent is being adopted. */
function wasLoadedElsewhere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}
