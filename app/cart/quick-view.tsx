import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '../catalogue/contract.ts';
import { quickViewRequested } from '../catalogue/product-card/product-card.tsx';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { Fringe } from '../foundation/ui/fringe.tsx';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import { Price } from '../foundation/ui/price.tsx';
import { LinesSkeleton } from '../foundation/ui/skeleton.tsx';
import type { AddToCart } from './add-to-cart.tsx';

/** The piece and the part that sells it, which is fetched with the first quick view and not before. */
type Found = { product: Product; Buy: typeof AddToCart };
type Shown = Found | 'failed' | 'gone';

/** `gone` when the shop has no such piece any more; throws when it does not answer. */
async function fetchProduct(proId: string, signal: AbortSignal): Promise<Found | 'gone'> {
  const [response, { AddToCart: Buy }] = await Promise.all([
    import('../catalogue/catalogue-api.ts').then(({ catalogueApi }) =>
      catalogueApi.product['get-single'][':id'].$get(
        { param: { id: encodeURIComponent(proId) } },
        { init: { signal } },
      ),
    ),
    import('./add-to-cart.tsx'),
  ]);
  if (response.status === 404) return 'gone';
  if (!response.ok) throw new Error(`The piece could not be read: ${response.status}`);
  return { product: await response.json(), Buy };
}

const imageSizes = '(min-width: 864px) 416px, (min-width: 768px) 46vw, 92vw';

/**
 * The quick view of whichever piece on the page asks for it. A page needs one, anywhere. Escape, the cross and
 * the ground beside it close it, and the focus returns to the button that opened it.
 */
export function QuickView() {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLElement>(undefined);
  const [requested, setRequested] = useState<{ proId: string }>();
  const [shown, setShown] = useState<Shown>();

  const close = () => dialog.current?.close();
  // What was shown goes at once: no earlier piece, and no button that sells it, stands under a new name.
  const ask = useCallback((proId: string) => {
    setShown(undefined);
    setRequested({ proId });
  }, []);

  useEffect(() => {
    const onAsked = (event: Event) => {
      if (!(event instanceof CustomEvent) || typeof event.detail !== 'string') return;
      event.preventDefault();
      opener.current = event.target instanceof HTMLElement ? event.target : undefined;
      ask(event.detail);
    };
    document.addEventListener(quickViewRequested, onAsked);
    return () => document.removeEventListener(quickViewRequested, onAsked);
  }, [ask]);

  useEffect(() => {
    if (!requested) return;
    if (!dialog.current?.open) dialog.current?.showModal();
    const leaving = new AbortController();
    fetchProduct(requested.proId, leaving.signal).then(
      (product) => {
        if (!leaving.signal.aborted) setShown(product);
      },
      () => {
        if (!leaving.signal.aborted) setShown('failed');
      },
    );
    return () => leaving.abort();
  }, [requested]);

  return (
    <dialog
      ref={dialog}
      className="dialog text-ink"
      style={{ width: 'min(52rem, 100%)' }}
      aria-label={typeof shown === 'object' ? shown.product.productName : 'Quick View'}
      closedby="any"
      onClose={() => {
        setRequested(undefined);
        setShown(undefined);
        opener.current?.focus({ preventScroll: true });
      }}
    >
      {requested && (
        <>
          <button
            type="button"
            className="icon absolute top-1 right-1 z-2"
            aria-label="Close"
            onClick={close}
          >
            <Icon name="x" />
          </button>
          {shown === undefined && <Loading />}
          {shown === 'failed' && <Failed onRetry={() => ask(requested.proId)} />}
          {shown === 'gone' && <Gone />}
          {typeof shown === 'object' && <Details {...shown} onLeave={close} />}
        </>
      )}
    </dialog>
  );
}

/** The drawn halves: the pictures, and beside or below them what is said of the piece. */
function Halves({ images, children }: { images: ReactNode; children: ReactNode }) {
  return (
    <div className="qv">
      {images}
      <div className="in flex flex-col justify-center gap-3.5">{children}</div>
    </div>
  );
}

function Loading() {
  return (
    <Halves images={<span className="pic sk" />}>
      <p role="status" className="soft">
        Loading the piece...
      </p>
      <LinesSkeleton />
    </Halves>
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

function Gone() {
  return (
    <p role="alert" className="in pr-12">
      This piece is no longer in the shop.
    </p>
  );
}

function Details({ product, Buy, onLeave }: Found & { onLeave: () => void }) {
  const lowStockAt = useLayoutData()?.settings.lowStockAt ?? 5;
  const from = [product.craft, product.place].filter(Boolean).join(', ');
  return (
    <Halves images={<Images product={product} />}>
      <h2 className="text-5">{product.productName}</h2>
      {from && <p className="soft">{from}</p>}
      <p>
        <Price rupees={product.price} mrp={product.mrp} />
        <br />
        <span className="small soft">including all taxes</span>
      </p>
      {product.loomDays !== null && (
        <div className="loom">
          <Fringe days={product.loomDays} />
          <b>{product.loomDays === 1 ? '1 day' : `${product.loomDays} days`}</b>
        </div>
      )}
      <Buy product={product} lowStockAt={lowStockAt} />
      <Link className="link tap" to={product.url} onClick={onLeave}>
        Full details
      </Link>
    </Halves>
  );
}

/** All pictures in a row that snaps: fingers and arrow keys move it, and two buttons do for a mouse. */
function Images({ product }: { product: Product }) {
  const row = useRef<HTMLElement>(null);
  const many = product.pictures.length > 1;
  const turn = (way: 1 | -1) => row.current?.scrollBy({ left: way * row.current.clientWidth });
  return (
    <div className="relative">
      <section
        ref={row}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] motion-safe:scroll-smooth"
        aria-label="Pictures"
        tabIndex={many ? 0 : undefined}
      >
        {product.pictures.map((image, index) => (
          <span
            className="pic w-full flex-none snap-start"
            key={image.file}
            style={{ background: image.colour }}
          >
            <Photo
              image={image}
              sizes={imageSizes}
              priority={index === 0}
              alt={image.alt || product.productName}
            />
          </span>
        ))}
      </section>
      {many && (
        <div className="absolute right-2 bottom-2 flex bg-paper">
          <button type="button" className="icon" aria-label="Previous picture" onClick={() => turn(-1)}>
            <Icon name="chevron-left" />
          </button>
          <button type="button" className="icon" aria-label="Next picture" onClick={() => turn(1)}>
            <Icon name="chevron-right" />
          </button>
        </div>
      )}
    </div>
  );
}
