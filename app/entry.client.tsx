import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

declare global {
  interface Document {
    /** True while the browser prerenders the page. Undefined in browsers that never prerender. */
    readonly prerendering?: boolean;
  }
}

if (!('closedBy' in HTMLDialogElement.prototype)) void import('./shell/light-dismiss.ts');

const hydrate = () => startTransition(() => void hydrateRoot(document, <HydratedRouter />));

// Hydration requests the customer's own data, so a prerendered page, which may never be shown, is hydrated when shown.
if (document.prerendering) document.addEventListener('prerenderingchange', hydrate, { once: true });
else hydrate();
