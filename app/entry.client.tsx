import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

declare global {
  interface Document {
    /** True while the browser prerenders the page. Browsers without prerendering leave it undefined. */
    readonly prerendering?: boolean;
  }
}

if (!('closedBy' in HTMLDialogElement.prototype)) void import('./shell/light-dismiss.ts');

const hydrate = () => startTransition(() => void hydrateRoot(document, <HydratedRouter />));

// Hydration requests the customer's data. A prerendered page may never be shown, so do not hydrate it before it is shown.
if (document.prerendering) document.addEventListener('prerenderingchange', hydrate, { once: true });
else hydrate();
