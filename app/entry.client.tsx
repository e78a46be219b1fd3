import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

if (!('closedBy' in HTMLDialogElement.prototype)) void import('./shell/light-dismiss.ts');

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
