import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '../catalogue/contract.ts';
import { quickViewRequested } from '../catalogue/product-card/product-card.tsx';
import { CloseButton, Dialog } from '../foundation/ui/dialog.tsx';
import { LinesSkeleton } from '../foundation/ui/skeleton.tsx';
import type { QuickViewDetails } from './quick-view-details.tsx';

/** The product and the component that renders it. The first quick view loads the component. */
type Found = { product: Product; Details: typeof QuickViewDetails };
type Loaded = Found | 'failed' | 'gone';

/** Fetches a product and the component that renders it. Returns `gone` if the product is no longer sold. */
async function fetchProduct(proId: string, signal: AbortSignal): Promise<Found | 'gone'> {
  const [response, { QuickViewDetails: Details }] = await Promise.all([
    import('../catalogue/catalogue-api.ts').then(({ catalogueApi }) =>
      catalogueApi.product['get-single'][':id'].$get(
        { param: { id: encodeURIComponent(proId) } },
        { init: { signal } },
      ),
    ),
    import('./quick-view-details.tsx'),
  ]);
  if (response.status === 404) return 'gone';
  if (!response.ok) throw new Error(`The piece could not be read: ${response.status}`);
  return { product: await response.json(), Details };
}

/** Quick view dialog, one per page. When it closes, the focus returns to the button that opened it. */
export function QuickView() {
  const { requested, loaded, showProduct, close } = useQuickView();
  if (!requested) return null;
  return (
    <Dialog
      className="dialog text-ink"
      style={{ width: 'min(52rem, 100%)' }}
      aria-label={typeof loaded === 'object' ? loaded.product.productName : 'Quick View'}
      closedby="any"
      onClose={close}
    >
      <CloseButton className="z-2" onClick={close} />
      {loaded === undefined && <Loading />}
      {loaded === 'failed' && <Failed onRetry={() => showProduct(requested.proId)} />}
      {loaded === 'gone' && (
        <p role="alert" className="in pr-12">
          This piece is no longer in the shop.
        </p>
      )}
      {typeof loaded === 'object' && <loaded.Details product={loaded.product} onLeave={close} />}
    </Dialog>
  );
}

/** Hook that returns the product whose quick view a card has requested, and the data fetched for it. */
function useQuickView() {
  const opener = useRef<HTMLElement>(undefined);
  const [requested, setRequested] = useState<{ proId: string }>();
  const [loaded, setLoaded] = useState<Loaded>();

  const isOpen = requested !== undefined;
  function close() {
    setRequested(undefined);
    setLoaded(undefined);
  }
  // Clear the previous product at once, so that its button cannot be pressed while the new product loads.
  const showProduct = useCallback((proId: string) => {
    setLoaded(undefined);
    setRequested({ proId });
  }, []);

  useEffect(() => {
    const onRequest = (event: Event) => {
      if (!(event instanceof CustomEvent) || typeof event.detail !== 'string') return;
      event.preventDefault();
      opener.current = event.target instanceof HTMLElement ? event.target : undefined;
      showProduct(event.detail);
    };
    document.addEventListener(quickViewRequested, onRequest);
    return () => document.removeEventListener(quickViewRequested, onRequest);
  }, [showProduct]);

  useEffect(() => {
    if (!requested) return;
    const leaving = new AbortController();
    fetchProduct(requested.proId, leaving.signal)
      .catch(() => 'failed' as const)
      .then((result) => {
        if (!leaving.signal.aborted) setLoaded(result);
      });
    return () => leaving.abort();
  }, [requested]);

  useEffect(() => {
    if (isOpen) return () => opener.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return { requested, loaded, showProduct, close };
}

function Loading() {
  return (
    <div className="quick-view">
      <span className="image skeleton" />
      <div className="in flex flex-col justify-center gap-3.5">
        <p role="status" className="soft">
          Loading the piece...
        </p>
        <LinesSkeleton />
      </div>
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="in flex flex-col items-start gap-4">
      <p role="alert">We could not fetch this piece just now. Please check the connection and try again.</p>
      <button type="button" className="btn" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
