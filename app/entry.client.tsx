import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { sharpenImages } from './foundation/ui/sharpen-images.ts';

declare global {
  interface Document {
    /** Only some browsers prepare pages ahead. */
    readonly prerendering?: boolean;
  }
}

if (!('closedBy' in HTMLDialogElement.prototype)) void import('./shell/light-dismiss.ts');

sharpenImages();

const wake = () => startTransition(() => void hydrateRoot(document, <HydratedRouter />));

// A page that the browser prepares for somebody who may never see it asks for nothing that is theirs, and counts for nobody.
if (document.prerendering) document.addEventListener('prerenderingchange', wake, { once: true });
else wake();
