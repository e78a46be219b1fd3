import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

declare global {
  interface Document {
    /** Only some browsers prerender pages. */
    readonly prerendering?: boolean;
  }
}

if (!('closedBy' in HTMLDialogElement.prototype)) void import('./shell/light-dismiss.ts');

const hydrate = () => startTransition(() => void hydrateRoot(document, <HydratedRouter />));

// A prerendered page may never be shown. Hydration requests the customer's own data, so it waits until the page is shown.
if (document.prerendering) document.addEventListener('prerenderingchange', hydrate, { once: true });
else hydrate();
