import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { sharpenImages } from './foundation/ui/sharpen-images.ts';

if (!('closedBy' in HTMLDialogElement.prototype)) void import('./shell/light-dismiss.ts');

sharpenImages();

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
